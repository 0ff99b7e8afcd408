import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { problemModels } from '@sync/service-runtime';
import { feedSchemas } from '../records/record-page-schema';
import { narrowPages } from './narrow-pages';
import { placeProblems } from './place-problems';
import { describeRefusedParameters } from './refused-parameters';
import { webhookPaths } from './webhook-operation';

const title = 'Connection synchronisation: connection API';
const description =
  'Connects companies with their shops and serves the shops’ customers, orders and products. Errors are application/problem+json.';

/** OpenAPI 3.1 of every route, from the routes themselves. */
function createApiDescription(app: NestFastifyApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'sca_…', description: 'Access token' }, 'accessToken')
    .build();
  // A copy, because SwaggerModule rewrites `nullable` to its 3.1 form in place.
  base.components = { ...base.components, schemas: structuredClone(feedSchemas) };
  const document = SwaggerModule.createDocument(app, base, { extraModels: problemModels });
  return placeProblems({ ...document, paths: { ...describeRefusedParameters(document.paths), ...webhookPaths } });
}

/** /api/openapi.json */
export function serveApiDescription(app: NestFastifyApplication): void {
  let document: OpenAPIObject | undefined;
  const jsonDocumentUrl = 'api/openapi.json';
  SwaggerModule.setup('api/docs', app, () => (document ??= createApiDescription(app)), { jsonDocumentUrl, ui: false, raw: ['json'] });
}

/** /api/docs */
export function serveApiPages(app: NestFastifyApplication): void {
  const options = { customSiteTitle: title, customCss: narrowPages, raw: false };
  SwaggerModule.setup('api/docs', app, () => createApiDescription(app), options);
}
