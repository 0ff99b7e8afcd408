import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from './problem';

export function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: Problem): void {
  if (reply.sent || reply.raw.headersSent) return;
  const headers = problem.extras.headers ?? {};
  // Serialised here: Fastify would look for a serialiser by the content type.
  void reply
    .code(problem.status)
    .headers(headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toBody(pathOf(request))));
}

/** The path alone: a query may hold what must not be repeated. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
