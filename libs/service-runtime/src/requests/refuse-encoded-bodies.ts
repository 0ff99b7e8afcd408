import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';

/** Rejects compressed bodies before reading them: nothing is ever inflated, and compressed bytes are never mistaken for JSON. */
export function refuseEncodedBodies(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) =>
    done(hasBody(headers) && isEncoded(headers) ? unsupportedEncoding() : undefined),
  );
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean {
  return encoding.trim() !== '' && encoding.trim().toLowerCase() !== 'identity';
}

function unsupportedEncoding(): Problem {
  return new Problem('unsupported-media-type', 'Send the body without a content encoding.', { headers: { Connection: 'close' } });
}
