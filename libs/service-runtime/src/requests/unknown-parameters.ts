import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem';
import { nearestName } from './nearest-name';

const maxListed = 10;

/**
 * Responds with 422 to a query parameter that the route does not take: ignored, a misspelt filter would return everything. Probes of
 * /health/ may carry whatever their sender adds.
 */
@Injectable()
export class RefuseUnknownParameters implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!url.startsWith('/health/')) refuseUnknown(Object.keys(query as object), () => parametersOf(context));
    return true;
  }
}

function refuseUnknown(names: string[], taken: () => string[]): void {
  if (names.length === 0) return;
  const known = taken();
  const unknown = names.filter((name) => !known.includes(name)).slice(0, maxListed);
  if (unknown.length === 0) return;
  throw Problem.invalid(
    unknown.map((name) => ({ pointer: `/${name}`, detail: `There is no parameter of this name. ${advice(name, known)}` })),
  );
}

function advice(name: string, known: string[]): string {
  if (known.length === 0) return 'This address takes none.';
  const nearest = nearestName(name, known);
  return nearest === undefined ? `This address takes ${known.toSorted().join(', ')}.` : `Did you mean ${nearest}?`;
}

/** The members of the class of the route's `@Query()` input. */
function parametersOf(context: ExecutionContext): string[] {
  const [controller, method] = [context.getClass(), context.getHandler().name];
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<string, { index: number }>;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ?? []) as (new () => object)[];
  const inputs = Object.entries(places).filter(([key]) => Number(key.split(':', 1)[0]) === RouteParamtypes.QUERY);
  const names = inputs.flatMap(([, { index }]) =>
    getMetadataStorage()
      .getTargetValidationMetadatas(types[index] ?? Object, '', false, false)
      .map(({ propertyName }) => propertyName),
  );
  return [...new Set(names)];
}
