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
    // Every type is accepted, and Fastify would reject one that it cannot parse. `sentContentType` still finds it.
    delete request.raw.headers['content-type'];
    done();
  });
}

/** The content type of a request whose body was kept as bytes. */
export function sentContentType({ rawHeaders }: IncomingMessage): string | undefined {
  const name = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type');
  return name === -1 ? undefined : rawHeaders[name + 1];
}
