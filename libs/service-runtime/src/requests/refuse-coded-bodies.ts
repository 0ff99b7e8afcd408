import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';

/** A coded body is refused before it is read, so that nothing is ever inflated, and none is taken for what it is not. */
export function refuseCodedBodies(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => done(hasBody(headers) && isCoded(headers) ? coded() : undefined));
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isCoded({ 'content-encoding': coding = '' }: IncomingHttpHeaders): boolean {
  return coding.trim() !== '' && coding.trim().toLowerCase() !== 'identity';
}

function coded(): Problem {
  return new Problem('unsupported-media-type', 'Send the body without a content coding.', { headers: { Connection: 'close' } });
}
