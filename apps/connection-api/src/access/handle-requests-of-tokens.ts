import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { withScopeOfItsOwn } from '@sync/postgres';
import type { FastifyInstance } from 'fastify';
import { AuthenticateBearer } from './authenticate-bearer';
import { callers } from './request-caller';

/** Each request has a scope of its own, which its token narrows to a tenant. A token is used once its request has succeeded, before the response is sent. */
export function handleRequestsOfTokens(app: NestFastifyApplication): void {
  const bearers = app.get(AuthenticateBearer, { strict: false });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (_request, _reply, done) => withScopeOfItsOwn(done));
  server.addHook('onSend', (request, reply, _payload, done) => {
    const caller = callers.get(request);
    if (!caller || reply.statusCode >= 400) return done();
    void bearers.recordUse(caller).then(() => done());
  });
}
