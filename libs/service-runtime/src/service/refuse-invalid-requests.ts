import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';
import { writeProblem } from '../problems/send-problem';
import { setResponseHeaders } from '../requests/response-headers';
import { noteExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';

/** Rejects as a problem what Node itself would reject with an empty response. The adapter must set `requireHostHeader: false`. */
export function refuseInvalidRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => done(invalidHost(request.raw) ?? undefined));
  refuseUnknownExpectations(server.server);
}

/** Null: the request is valid. Only HTTP/1.1 requires a Host header; with two, proxies and apps may disagree on the host (RFC 9112, 3.2). */
export function invalidHost({ httpVersion, rawHeaders }: IncomingMessage): Problem | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return null;
  const detail = hosts === 0 ? 'The request has no Host header.' : 'The request has several Host headers.';
  return new Problem('malformed-request', detail, { headers: { Connection: 'close' } });
}

/** Node itself handles `Expect: 100-continue`; every other expectation ends up here. */
export function refuseUnknownExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    noteExchange({ requestId, request, response });
    setResponseHeaders(response, requestId);
    const headers = { Connection: 'close' };
    writeProblem(response, new Problem('malformed-request', 'The Expect header of the request is not supported.', { headers }));
  });
}
