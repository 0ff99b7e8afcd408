import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IncomingBodies } from './incoming-bodies';
import { refuseEncodedBodies } from './refuse-encoded-bodies';

export interface RawBodies {
  maxBytes: number;
}

/**
 * Keeps bodies of every content type as the bytes received, because signatures cover those bytes. A request without a body has
 * `undefined`.
 */
export function keepRawBodies(server: FastifyInstance, { maxBytes }: RawBodies): void {
  const bodies = new IncomingBodies({ maxBytes });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', ({ headers }: FastifyRequest, stream: IncomingMessage) =>
    bodies.read(stream, headers['content-length']),
  );
  refuseEncodedBodies(server);
  server.addHook('onRequest', (request, _reply, done) => {
    // The type is irrelevant here, and Fastify would reject one that it cannot parse.
    delete request.raw.headers['content-type'];
    done();
  });
}
