import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { withRequestId } from './request-context';

/** Id, log line and headers of every request. Of the address only the route's pattern is logged: a path or query may hold what must not be. */
export function watchRequests(server: FastifyInstance, logger: LoggerService): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
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
