import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './reference-schemas';

export interface Content {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

export interface CodeSample {
  lang: 'curl' | 'TypeScript';
  source: string;
}

/** The part of an operation that the reference shows. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required?: boolean; description?: string; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  'x-codeSamples'?: CodeSample[];
}

/** What a request carries to be allowed. */
export interface Credential {
  name: string;
  /** An example, as a line of HTTP. */
  header: string;
  /** What operations without it need instead, by their id. */
  otherProofs?: Readonly<Record<string, string>>;
}

export interface Route {
  method: string;
  path: string;
  operation: Operation;
}

export function routesOf(paths: OpenAPIObject['paths']): Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export function tokenUse({ security = [] }: Operation): 'none' | 'optional' | 'required' {
  if (security.length === 0) return 'none';
  return security.some((scheme) => Object.keys(scheme).length === 0) ? 'optional' : 'required';
}
