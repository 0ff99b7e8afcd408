import { STATUS_CODES, type ServerResponse } from 'node:http';

const kinds = {
  400: ['bad-request', 'The request could not be read.'],
  404: ['not-found', 'There is nothing at this address.'],
  405: ['method-not-allowed', 'This address does not answer this method.'],
  408: ['request-timeout', 'The request took too long to arrive.'],
  431: ['request-header-fields-too-large', 'The header of the request is too large.'],
  502: ['bad-gateway', 'The part of the service that answers this address broke off.'],
  503: ['service-unavailable', 'The part of the service that answers this address is not available.'],
  504: ['gateway-timeout', 'The part of the service that answers this address did not answer in time.'],
} as const;

export type GatewayStatus = keyof typeof kinds;

/** Body of a problem (RFC 9457) that the gateway itself answers with. */
export function problemBody(status: GatewayStatus, instance: string | undefined, more: Record<string, unknown> = {}): string {
  const [type, detail] = kinds[status];
  return JSON.stringify({ type: `/problems/${type}`, title: STATUS_CODES[status], status, detail, ...(instance === undefined ? {} : { instance }), ...more });
}

export function answerProblem(response: ServerResponse, status: GatewayStatus, instance: string | undefined, more: Record<string, unknown> = {}): void {
  const body = problemBody(status, instance, more);
  const retry = status === 503 ? { 'Retry-After': '2' } : {};
  response.writeHead(status, { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(body), ...retry });
  response.end(body);
}
