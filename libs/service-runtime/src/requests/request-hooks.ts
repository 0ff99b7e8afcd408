import type { LoggerService } from '@nestjs/common';
import { openSpan, type OpenSpan } from '@sync/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from '../metrics/http-metrics';
import { responseHeaders } from './response-headers';
import { noteExchange } from './exchanges';
import { withRequestId } from './request-context';

/** The span of each request that is traced. */
const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** Gives every request its id, log line, metrics, span and response headers. Only the route pattern is shown: a path or query may hold secrets. */
export function watchRequests(server: FastifyInstance, logger: LoggerService): void {
  server.addHook('onRequest', (request, reply, done) => {
    beginResponse(request, reply);
    const span = isProbe(request)
      ? null
      : openSpan({ name: request.method, kind: 'server', facts: { 'http.request.method': request.method } });
    if (span) spans.set(request, span);
    withRequestId(request.id, span ? () => span.within(done) : done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    countRequest(request, reply);
    const { id: requestId, method } = request;
    const [route, status] = [routeOf(request), reply.statusCode];
    const facts = { 'http.route': route, 'http.response.status_code': status };
    spans.get(request)?.end(`${method} ${route}`, facts, status >= 500);
    if (!isProbe(request)) logger.log({ msg: 'request', requestId, method, route, status, milliseconds: Math.round(reply.elapsedTime) });
    done();
  });
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';
const isProbe = (request: FastifyRequest): boolean => routeOf(request).startsWith('/health/');

export function beginResponse(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(responseHeaders(request.id, request.url));
  noteExchange({ requestId: request.id, request: request.raw, response: reply.raw });
}
