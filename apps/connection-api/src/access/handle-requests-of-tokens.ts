import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TokenHolders } from '@sync/identity';
import { forAllTenants } from '@sync/postgres';
import { loggableError } from '@sync/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './caller';
import { callers } from './request-caller';

const maxWaitMs = 500;
const logger = new Logger('TokenUse');

/** Requests whose use of their token is written already. */
const recorded = new WeakSet<FastifyRequest>();

/** A request that succeeds, but responds later, and shall write nothing then. */
export async function recordUseNow(holders: TokenHolders, request: FastifyRequest): Promise<void> {
  const caller = callers.get(request);
  if (!caller || recorded.has(request)) return;
  recorded.add(request);
  await recordUse(holders, caller);
}

/** A request is for all tenants until its token is known. The use of the token is written once the request has succeeded, before the response is sent. */
export function handleRequestsOfTokens(app: NestFastifyApplication): void {
  const holders = app.get(TokenHolders, { strict: false });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (_request, _reply, done) => forAllTenants(done));
  server.addHook('onSend', (request, reply, _payload, done) => {
    const caller = callers.get(request);
    if (!caller || recorded.has(request) || reply.statusCode >= 400) return done();
    void recordUse(holders, caller).then(() => done());
  });
}

/** The request stays successful even if this fails, and waits at most half a second for it. */
async function recordUse(holders: TokenHolders, { tokenId }: Caller): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
  const recorded = holders
    .recordUse(tokenId)
    .catch((error: unknown) => logger.warn({ msg: 'last use of a token not recorded', error: loggableError(error) }));
  await Promise.race([recorded, waited]);
  clearTimeout(timer);
}
