import type { INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { RequiredAccess, type Access } from '../access/access.guard';
import { operationsOf, type DescribedOperation, type Description } from './described-api';

/** An operation of the description, and who may use it as the guard reads it. */
export interface Route {
  name: string;
  method: string;
  path: string;
  operation: DescribedOperation;
  /** Undefined: it is open. */
  access: Access | undefined;
}

type Handler = () => unknown;

export function routesOf(app: INestApplication, description: Description): Route[] {
  const [reflector, scanner] = [new Reflector(), new MetadataScanner()];
  const accesses = new Map<string, Access | undefined>();
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { metatype } of controllers.values()) {
      const prototype = (metatype as { prototype: Record<string, Handler> }).prototype;
      for (const method of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method] as Handler;
        const described = Reflect.getMetadata('swagger/apiOperation', handler) as { operationId?: string } | undefined;
        accesses.set(described?.operationId ?? method, reflector.getAllAndOverride(RequiredAccess, [handler, metatype as Handler]));
      }
    }
  return operationsOf(description).map(({ name, operation }) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, path, operation, access: accesses.get(operation.operationId) };
  });
}

export const unknownId = '01960000-0000-7000-8000-00000000dead';

export function pathTo({ path }: Route, ids: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? unknownId);
}
