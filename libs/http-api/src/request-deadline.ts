import { Readable } from 'node:stream';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Problem, sendProblem } from '@sync/service-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { RequestTimeouts } from './request-timeouts';

const arrivals = new WeakMap<FastifyRequest, number>();

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * One deadline for all that a request waits for, from its arrival: 503 with Retry-After. A read gets it at the deadline. A request that
 * changes something gets it only before it begins, because its client would not know whether the change happened.
 */
export function limitWaiting(app: NestFastifyApplication): void {
  const { deadlineMs } = app.get(RequestTimeouts, { strict: false });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (request, reply, done) => {
    arrivals.set(request, performance.now());
    if (isRead(request)) {
      const timer = setTimeout(() => sendProblem(reply, request, Problem.unavailable()), deadlineMs);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  app.useGlobalInterceptors(new RefuseLate(deadlineMs));
}

class RefuseLate implements NestInterceptor {
  constructor(private readonly deadlineMs: number) {}

  /** Runs after all guards. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const waitedMs = performance.now() - (arrivals.get(request) ?? performance.now());
    if (waitedMs > this.deadlineMs) throw Problem.unavailable();
    return next.handle().pipe(map((body: unknown) => endUnread(body, http.getResponse<FastifyReply>())));
  }
}

/** After the deadline no client reads the body. */
function endUnread(body: unknown, reply: FastifyReply): unknown {
  if (reply.sent && body instanceof Readable) body.destroy();
  return body;
}
