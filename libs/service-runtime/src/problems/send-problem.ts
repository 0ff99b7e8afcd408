import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from './problem';

const contentType = 'application/problem+json; charset=utf-8';

export function sendProblem(reply: FastifyReply, { url }: FastifyRequest, problem: Problem): void {
  if (reply.sent || reply.raw.headersSent) return;
  const headers = problem.extras.headers ?? {};
  // Serialised here, because Fastify picks its serialiser by content type and knows none for this one.
  void reply
    .code(problem.status)
    .headers(headers)
    .header('content-type', contentType)
    .send(JSON.stringify(problem.toBody(url)));
}

/** For a server without Fastify. */
export function writeProblem(response: ServerResponse, problem: Problem): void {
  const { body, headers } = problemMessage(problem, response.req.url);
  response.writeHead(problem.status, headers).end(body);
}

/** A problem as bytes and headers. */
export function problemMessage(problem: Problem, url = '/'): { body: Buffer; headers: Record<string, string | number> } {
  const body = Buffer.from(JSON.stringify(problem.toBody(url)));
  return { body, headers: { ...problem.extras.headers, 'Content-Type': contentType, 'Content-Length': body.length } };
}
