import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem';
import { IncomingBodies } from './incoming-bodies';

export interface RawBodies {
  /** Bytes of a body at most. */
  limit: number;
}

/**
 * Bodies of any content type, and of none, are the bytes that came: whoever signs a body signs these. A coded body is refused
 * before it is read, so that nothing is ever inflated. A request without a body has `undefined`.
 */
export function acceptRawBodies(server: FastifyInstance, { limit }: RawBodies): void {
  const bodies = new IncomingBodies({ limit });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', ({ headers }: FastifyRequest, stream: IncomingMessage) =>
    bodies.read(stream, headers['content-length']),
  );
  server.addHook('onRequest', (request, _reply, done) => {
    // What is said about the type plays no part: Fastify would refuse one that it cannot read.
    delete request.raw.headers['content-type'];
    done(isCoded(request.raw.headers['content-encoding']) ? coded() : undefined);
  });
}

function isCoded(coding: string | undefined): boolean {
  return coding !== undefined && coding.trim() !== '' && coding.trim().toLowerCase() !== 'identity';
}

function coded(): Problem {
  return new Problem('unsupported-media-type', 'Send the body without a content coding.', { headers: { Connection: 'close' } });
}
