import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AllowedOrigins } from './connect/allowed-origins';
import { variantOf } from './connect/connect-variant';

const connect = '/api/system-connections/connect';
/** `Date`: a widget counts down to times of the service, whatever the clock of its machine says. */
const exposed = 'Date, Retry-After, X-Request-Id, WWW-Authenticate';

/**
 * "/api/widget/* and POST /api/system-connections/connect answer any origin (bearer only, no cookies). Others: none."
 * The origin is echoed and never combined with credentials.
 */
export function answerOtherOrigins(app: NestFastifyApplication, directInitOrigins: readonly string[] | undefined): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const initialisers = new AllowedOrigins(directInitOrigins);
  server.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path !== connect && !path.startsWith('/api/widget/')) return done();
    void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return done();
    if (path !== connect || asksWithBearer(request) || initialisers.allows(origin)) {
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
    }
    return isPreflight(request) ? answerPreflight(path, reply) : done();
  });
}

/** Variant A comes without a bearer; the body is not read yet, and only A is bound to origins. */
function asksWithBearer(request: FastifyRequest): boolean {
  const announced = request.headers['access-control-request-headers'] ?? '';
  return (
    /(^|[\s,])authorization([\s,]|$)/i.test(announced) ||
    variantOf({ body: undefined, headers: request.headers }) !== 'direct initialisation'
  );
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(path: string, reply: FastifyReply): void {
  void reply
    .headers({
      'access-control-allow-methods': path === connect ? 'POST' : 'GET, PATCH, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
      'access-control-max-age': '600',
    })
    .status(204)
    .send();
}
