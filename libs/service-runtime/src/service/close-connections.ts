import type { FastifyInstance } from 'fastify';

/**
 * Sends `Connection: close` on every response once shutdown has begun. A kept-alive connection would delay it until the deadline.
 */
export function closeConnections(server: FastifyInstance): void {
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
