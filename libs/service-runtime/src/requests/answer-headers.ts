import type { ServerResponse } from 'node:http';

/** Of every answer, whoever writes it: answers of the API are neither stored by a cache nor guessed at by a browser. */
export function answerHeaders(requestId: string, url: string): Record<string, string> {
  const always = { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' };
  return url.startsWith('/api/') ? { ...always, 'Cache-Control': 'no-store' } : always;
}

/** Where there is no Fastify. */
export function setAnswerHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(answerHeaders(requestId, response.req.url ?? '/'))) response.setHeader(name, value);
}
