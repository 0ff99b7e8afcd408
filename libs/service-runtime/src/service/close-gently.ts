import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const longestMs = 1_000;

/**
 * Who is answered while it still sends, because its body is too large for one, would lose the answer to a connection that is closed
 * at once: the system resets it. So what still comes is thrown away for a moment, and the connection is closed after that.
 */
export function closeGently(server: FastifyInstance): void {
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (!request.raw.complete) delayClose(request.raw);
    done(null, payload);
  });
}

/** Node closes by `destroySoon` when the answer is written. */
function delayClose(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.destroySoon = destroySoon;
    const close = () => {
      clearTimeout(late);
      socket.destroySoon();
    };
    const late = setTimeout(close, longestMs);
    request.once('end', close).once('close', close).resume();
    if (request.complete) close();
  };
}
