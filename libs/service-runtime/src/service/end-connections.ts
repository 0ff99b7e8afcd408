import type { FastifyInstance } from 'fastify';

/**
 * Who asked before the service began to close, and is answered after that, is told that the connection ends: kept alive, it would
 * hold the stop up until its deadline.
 */
export function endConnections(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}
