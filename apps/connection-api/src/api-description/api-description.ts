import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { addProblemSchemas, describeRefusedParameters, placeProblems, referencePage, servePage, serveProblemPages } from '@sync/http-api';
import { problemModels } from '@sync/service-runtime';
import type { FastifyInstance } from 'fastify';
import { feedSchemas } from '../records/record-page-schema';
import { webhookPaths } from './webhook-operation';

const info: OpenAPIObject['info'] = {
  title: 'Connection synchronisation: connection API',
  version: '1',
  description: `Connects companies with their shops and serves the shops’ customers, orders and products.

- Bodies are JSON, members are snake_case, ids are UUIDs. Times of the service are ISO 8601 in UTC, amounts integers in hundredths.
- Errors are \`application/problem+json\`: branch on \`type\`, which is also the address of a page with cause and remedy.
- Unknown query parameters are refused with 422; unknown members of a body are ignored.
- Lists page by cursor. \`X-Request-Id\` is taken or generated, and returned.`,
  contact: { name: 'The operator of this service' },
  // OpenAPI 3.1 names a licence by its SPDX identifier; the type of Nest is that of 3.0.
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as OpenAPIObject['info']['license'],
};

/** In the order in which a reader needs them. Every operation has one of them; a test fails otherwise. */
const tags = [
  { name: 'Handshake', description: 'Linking a company, its systems and its shops: by callers (connect) and by plugins (register).' },
  { name: 'Connections', description: "A tenant's connections, and what callers do with the shops among them." },
  { name: 'Syncs', description: 'Runs that fetch the records of a shop.' },
  { name: 'Records', description: 'The records feed: every change of every shop that the caller may read, exactly once.' },
  { name: 'Access tokens', description: "Replacing and revoking the bearer's token." },
  { name: 'Widget', description: 'What the widgets and plugins call with a token of one connection. Open to pages of any origin.' },
  { name: 'Webhooks', description: 'What shops call when a record changes.' },
];

/** OpenAPI 3.1 of every route, from the routes themselves. */
function createApiDescription(app: NestFastifyApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'sca_…', description: 'An access token of a connection.' },
      'accessToken',
    )
    .build();
  // A copy, because SwaggerModule rewrites `nullable` to its 3.1 form in place.
  base.components = { ...base.components, schemas: structuredClone(feedSchemas) };
  const document = SwaggerModule.createDocument(app, base, { extraModels: problemModels });
  const paths = { ...describeRefusedParameters(document.paths), ...webhookPaths };
  const servers = [{ url: '/', description: 'The service that serves this description.' }];
  return placeProblems(addProblemSchemas({ ...document, info, servers, tags, paths }));
}

/** /api/openapi.json, the reference at /api/docs, and the pages of the problems. Made when first asked for: routes are registered later. */
export function serveApiDescription(app: NestFastifyApplication): void {
  let document: OpenAPIObject | undefined;
  const described = () => (document ??= createApiDescription(app));
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(described()));
  servePage(app, '/api/docs', () => referencePage(described()));
  serveProblemPages(app);
}
