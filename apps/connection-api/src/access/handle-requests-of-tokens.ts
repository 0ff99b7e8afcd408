import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { forAllTenants } from '@sync/postgres';
import type { FastifyInstance } from 'fastify';
import { AuthenticateBearer } from './authenticate-bearer';
import { callers } from './request-caller';

/** A request is for all tenants until its token is known. The use of the token is written once the request has succeeded, before the response is sent. */
export function handleRequestsOfTokens(app: NestFastifyApplication): void {
  const bearers = app.get(AuthenticateBearer, { strict: false });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (_request, _reply, done) => forAllTenants(done));
  server.addHook('onSend', (request, reply, _payload, done) => {
    const caller = callers.get(request);
    if (!caller || reply.statusCode >= 400) return done();
    void bearers.recordUse(caller).then(() => done());
  });
}
