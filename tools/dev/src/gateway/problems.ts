import type { ServerResponse } from 'node:http';

/** The gateway's own answers are of the same kinds as those of the apps (docs/problems.md). */
const kinds = {
  400: { kind: 'malformed-request', title: 'The request cannot be read' },
  404: { kind: 'not-found', title: 'There is nothing here' },
  405: { kind: 'method-not-allowed', title: 'This address does not take that method' },
  408: { kind: 'request-timeout', title: 'The request took too long to arrive' },
  431: { kind: 'headers-too-large', title: 'The headers are too large' },
  503: { kind: 'service-unavailable', title: 'The service cannot work just now' },
} as const;

export type GatewayStatus = keyof typeof kinds;

export interface GatewayProblem {
  status: GatewayStatus;
  detail: string;
  /** Path of the request, without its query. */
  instance?: string;
  /** Further members. */
  more?: Readonly<Record<string, unknown>>;
}

/** Body of a problem (RFC 9457). */
export function problemBody({ status, detail, instance, more }: GatewayProblem): string {
  const { kind, title } = kinds[status];
  return JSON.stringify({ type: `/problems/${kind}`, title, status, detail, ...(instance === undefined ? {} : { instance }), ...more });
}

export function answerProblem(response: ServerResponse, problem: GatewayProblem): void {
  const body = problemBody(problem);
  const retry = problem.status === 503 ? { 'Retry-After': '2' } : {};
  response.writeHead(problem.status, { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(body), ...retry });
  response.end(body);
}
