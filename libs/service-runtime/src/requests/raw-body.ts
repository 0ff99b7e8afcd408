import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IncomingBodies } from './incoming-bodies';
import { refuseCodedBodies } from './refuse-coded-bodies';

export interface RawBodies {
  /** Bytes of a body at most. */
  limit: number;
}

/**
 * Bodies of any content type, and of none, are the bytes that came: whoever signs a body signs these. A request without a
 * body has `undefined`.
 */
export function acceptRawBodies(server: FastifyInstance, { limit }: RawBodies): void {
  const bodies = new IncomingBodies({ limit });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', ({ headers }: FastifyRequest, stream: IncomingMessage) =>
    bodies.read(stream, headers['content-length']),
  );
  refuseCodedBodies(server);
  server.addHook('onRequest', (request, _reply, done) => {
    // What is said about the type plays no part: Fastify would refuse one that it cannot read.
    delete request.raw.headers['content-type'];
    done();
  });
}
