import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { AppProcess } from '@sync/test-harness';
import { json, type WireResponse } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface DocumentedResponse {
  description?: string;
  content?: Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;
}

export interface OperationObject {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }> };
  responses?: Record<string, DocumentedResponse>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Record<string, unknown>> };
  security?: Record<string, string[]>[];
}

/** One documented operation. */
export interface Operation {
  /** `GET`. */
  method: string;
  /** With parameters in braces. */
  path: string;
  described: OperationObject;
}

export async function readDocument(service: ServiceUnderTest, address = '/api/openapi.json', app?: AppProcess): Promise<ApiDocument> {
  return json<ApiDocument>(await service.ask('GET', address, { app }));
}

/** Operations that the connection API serves. */
export function operationsOf(document: ApiDocument): Operation[] {
  return allOperationsOf(document).filter((operation) => !isForIngress(operation));
}

/** Webhooks are served by their own app. */
export function isForIngress({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/api/webhooks/');
}

export function allOperationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
}

/** The path with parameters filled in, not encoded. */
export function fill(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `no-${name}`);
}

/** Validators for a document's schemas (JSON Schema 2020-12, as in OpenAPI 3.1). */
export class DocumentedSchemas {
  private readonly ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }));
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    this.ajv.addVocabulary(['components', 'example', 'externalDocs', 'xml', 'discriminator']);
  }

  /** Throws on an invalid schema. */
  validator(schema: Schema): ValidateFunction {
    const known = this.compiled.get(schema) ?? this.ajv.compile({ ...schema, components: this.document.components });
    this.compiled.set(schema, known);
    return known;
  }

  /** Faults of a success response's body; empty when the document describes it. */
  faultsOf({ described }: Operation, { status, headers, text }: WireResponse): string[] {
    const response = described.responses?.[status];
    if (status === 204 && response !== undefined) return text === '' ? [] : ['204 with a body'];
    const lines = response?.content?.['application/x-ndjson']?.schema;
    const isOfLines = headers.some(([name, value]) => name === 'content-type' && value.startsWith('application/x-ndjson'));
    if (lines !== undefined && isOfLines) return text.split('\n').flatMap((line) => (line === '' ? [] : this.faultsOfJson(lines, line)));
    const schema = response?.content?.['application/json']?.schema;
    if (schema === undefined) return [`${status} with a JSON body is not described`];
    return this.faultsOfJson(schema, text);
  }

  private faultsOfJson(schema: Schema, text: string): string[] {
    const validate = this.validator(schema);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }
}
