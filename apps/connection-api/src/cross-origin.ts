import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connectPath, crossOriginHeaders, isCrossOriginPath, isPreflight, preflightHeaders } from '@sync/service-runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AllowedOrigins } from './connect/allowed-origins';
import { variantOf } from './connect/connect-variant';

/** CORS for the widget endpoints and connect. docs/decisions/002-packages.md says why this is not @fastify/cors. */
export function allowCrossOrigin(app: NestFastifyApplication, directInitOrigins: readonly string[] | undefined): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const initialisers = new AllowedOrigins(directInitOrigins);
  server.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!isCrossOriginPath(path)) return done();
    void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return done();
    if (path !== connectPath || sendsBearer(request) || initialisers.allows(origin)) void reply.headers(crossOriginHeaders(origin));
    if (!isPreflight(request)) return done();
    void reply.headers(preflightHeaders(path)).status(204).send();
  });
}

/** Only variant A, which has no bearer, restricts origins. The body is not parsed yet, so the headers decide. */
function sendsBearer({ headers }: FastifyRequest): boolean {
  const announced = headers['access-control-request-headers'] ?? '';
  return /(^|[\s,])authorization([\s,]|$)/i.test(announced) || variantOf({ body: undefined, headers }) !== 'direct initialisation';
}
