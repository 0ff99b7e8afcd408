import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem';

/** What Node would refuse by itself, with an empty answer, is refused here as a problem. The adapter must not require a Host header. */
export function refuseOddRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    done(httpVersion === '1.1' && headers.host === undefined ? noHost() : undefined);
  });
  server.server.on('checkExpectation', (request, response) => {
    const problem = new Problem('malformed-request', 'The request expects something that is not known here.');
    const body = Buffer.from(JSON.stringify(problem.toBody((request.url ?? '/').split('?', 1)[0] ?? '/')));
    const type = 'application/problem+json; charset=utf-8';
    response.writeHead(problem.status, { 'content-type': type, 'content-length': body.length, connection: 'close' }).end(body);
  });
}

function noHost(): Problem {
  return new Problem('malformed-request', 'The request names no host.', { headers: { Connection: 'close' } });
}
