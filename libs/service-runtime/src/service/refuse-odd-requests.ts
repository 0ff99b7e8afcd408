import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';
import { writeProblem } from '../problems/send-problem';
import { setAnswerHeaders } from '../requests/answer-headers';
import { noteExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';

/** What Node would refuse by itself, with an empty answer, is refused here as a problem. The adapter must not require a Host header. */
export function refuseOddRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => done(oddityOf(request.raw) ?? undefined));
  refuseExpectations(server.server);
}

/** Null: nothing is odd. Only HTTP/1.1 asks for a Host header. */
export function oddityOf({ httpVersion, headers }: IncomingMessage): Problem | null {
  if (httpVersion !== '1.1' || headers.host !== undefined) return null;
  return new Problem('malformed-request', 'The request names no host.', { headers: { Connection: 'close' } });
}

/** Of what can be expected, Node knows 100-continue. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    noteExchange({ requestId, request, response });
    setAnswerHeaders(response, requestId);
    const headers = { Connection: 'close' };
    writeProblem(response, new Problem('malformed-request', 'The request expects something that is not known here.', { headers }));
  });
}
