import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { problemModels } from '@sync/service-runtime';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../pages/page';
import referenceScript from '../pages/reference.browser.js';
import { referencePage, type Reference } from '../pages/reference-page';
import { routesOf } from '../pages/reference-route';
import { addProblemSchemas } from './add-problem-schemas';
import { addCodeSamples } from './code-samples';
import { describeDerivedProblems } from './derived-problems';
import { addExamples } from './example';
import { placeProblems } from './place-problems';
import type { Schemas } from './schemas';

type SecuritySchemes = NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;

/** What an API says about itself beside its routes. */
export interface ApiDescription extends Pick<Reference, 'credential' | 'firstCall' | 'tryIt'> {
  /** Its description is at `<path>/openapi.json`, its reference at `<path>/docs`. */
  path: string;
  title: string;
  /** Markdown: paragraphs, lists, bold and code. */
  description: string;
  /** In the order in which a reader needs them. Every operation has one of them. */
  tags: { name: string; description: string }[];
  securitySchemes: SecuritySchemes;
  /** Methods of the published client, by operation. */
  clientMethods?: Readonly<Record<string, string>>;
  /** Schemas without a class. */
  schemas?: Schemas;
  /** Of routes that another app serves. */
  paths?: OpenAPIObject['paths'];
  /** What the service calls. */
  webhooks?: OpenAPIObject['paths'];
}

/** OpenAPI 3.1 of every route, from the routes themselves. */
function createDocument(app: NestFastifyApplication, described: ApiDescription): OpenAPIObject {
  const { title, description, tags, securitySchemes, schemas = {}, paths: elsewhere = {}, webhooks } = described;
  const base = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  // A copy, because SwaggerModule rewrites `nullable` to its 3.1 form in place.
  base.components = { ...base.components, securitySchemes, schemas: structuredClone(schemas) };
  const document = SwaggerModule.createDocument(app, base, {
    extraModels: problemModels,
    operationIdFactory: (_controller, method) => method,
  });
  const own = describeDerivedProblems(document.paths);
  addExamples(own);
  const paths = { ...own, ...structuredClone(elsewhere) };
  addCodeSamples(routesOf(paths), described.credential, described.clientMethods ?? {});
  const servers = [{ url: '/', description: 'The service that serves this description.' }];
  // OpenAPI 3.1 names a licence by its SPDX identifier; the type of Nest is that of 3.0.
  const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as OpenAPIObject['info']['license'];
  const info = { title, version: '1', description, contact: { name: 'The operator of this service' }, license };
  return placeProblems(addProblemSchemas({ ...document, info, servers, tags, paths, ...(webhooks && { webhooks }) }));
}

/** Serves the description and its reference page. Both are made when first asked for: routes are registered later. */
export function serveApiDescription(app: NestFastifyApplication, described: ApiDescription): void {
  let document: OpenAPIObject | undefined;
  const made = () => (document ??= createDocument(app, described));
  const address = `${described.path}/openapi.json`;
  const page = `${described.path}/docs`;
  const script = `${page}/reference.js`;
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.get(address, (_request, reply) => reply.type('application/json; charset=utf-8').send(made()));
  server.get(script, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(referenceScript));
  servePage(app, page, () => referencePage(made(), { ...described, address, script }));
}
