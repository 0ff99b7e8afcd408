import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { responseHeaders } from './response-headers';
import { noteExchange } from './exchanges';
import { withRequestId } from './request-context';

/** Gives every request its id, log line and response headers. Only the route pattern is logged: a path or query may contain secrets. */
export function watchRequests(server: FastifyInstance, logger: LoggerService): void {
  server.addHook('onRequest', (request, reply, done) => {
    beginResponse(request, reply);
    withRequestId(request.id, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (!route.startsWith('/health/')) {
      const { id: requestId, method } = request;
      logger.log({ msg: 'request', requestId, method, route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) });
    }
    done();
  });
}

export function beginResponse(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(responseHeaders(request.id, request.url));
  noteExchange({ requestId: request.id, request: request.raw, response: reply.raw });
}
