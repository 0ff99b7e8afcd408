import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';

export interface RawBodies {
  /** Bytes of a body at most. */
  limit: number;
}

/**
 * Bodies of any content type, and of none, are the bytes that came: whoever signs a body signs these. A coded body is refused
 * before it is read, so that nothing is ever inflated. A request without a body has `undefined`.
 */
export function acceptRawBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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
