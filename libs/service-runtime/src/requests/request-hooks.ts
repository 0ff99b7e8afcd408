import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from './answer-headers';
import { noteExchange } from './exchanges';
import { withRequestId } from './request-context';

/** Id, log line and headers of every request. Of the address only the route's pattern is logged: a path or query may hold what must not be. */
export function watchRequests(server: FastifyInstance, logger: LoggerService): void {
  server.addHook('onRequest', (request, reply, done) => {
    beginAnswer(request, reply);
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

/** What every answer has. */
export function beginAnswer(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(answerHeaders(request.id, request.url));
  noteExchange({ requestId: request.id, request: request.raw, response: reply.raw });
}
