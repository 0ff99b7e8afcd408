import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { problemModels } from '@sync/service-runtime';
import { feedSchemas } from '../records/record-page-schema';
import { narrowPages } from './narrow-pages';
import { placeProblems } from './place-problems';
import { webhookPaths } from './webhook-operation';

const title = 'Connection synchronisation: connection API';
const description =
  'Links companies to their shops and serves the shops’ customers, orders and products. Errors are application/problem+json.';

/** OpenAPI 3.1 of every route, from the routes themselves. */
function createApiDescription(app: NestFastifyApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'sca_…', description: 'Access token' }, 'accessToken')
    .build();
  // A copy, because `nullable` is turned into what 3.1 says instead where it stands.
  about.components = { ...about.components, schemas: structuredClone(feedSchemas) };
  const document = SwaggerModule.createDocument(app, about, { extraModels: problemModels });
  return placeProblems({ ...document, paths: { ...document.paths, ...webhookPaths } });
}

/** /api/openapi.json, for programs. */
export function serveApiDescription(app: NestFastifyApplication): void {
  let document: OpenAPIObject | undefined;
  const jsonDocumentUrl = 'api/openapi.json';
  SwaggerModule.setup('api/docs', app, () => (document ??= createApiDescription(app)), { jsonDocumentUrl, ui: false, raw: ['json'] });
}

/** /api/docs, for people. */
export function serveApiPages(app: NestFastifyApplication): void {
  const options = { customSiteTitle: title, customCss: narrowPages, raw: false };
  SwaggerModule.setup('api/docs', app, () => createApiDescription(app), options);
}
