import { Readable } from 'node:stream';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Problem, sendProblem } from '@sync/service-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestTimeouts } from './request-timeouts';

const arrivals = new WeakMap<FastifyRequest, number>();

/** Postpones the deadline of a read. */
const postponements = new WeakMap<FastifyRequest, (milliseconds: number) => void>();

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
      const expire = () => sendProblem(reply, request, Problem.unavailable());
      let timer = setTimeout(expire, deadlineMs);
      postponements.set(request, (milliseconds) => {
        clearTimeout(timer);
        timer = setTimeout(expire, milliseconds + deadlineMs);
      });
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** From now on, a read that waits on purpose may take so much longer than others. */
export function postponeDeadline(request: FastifyRequest, milliseconds: number): void {
  postponements.get(request)?.(milliseconds);
}

/** The last guard of an app: what a request waited for in the others counts. */
@Injectable()
export class RefuseLate implements CanActivate {
  constructor(private readonly timeouts: RequestTimeouts) {}

  canActivate(context: ExecutionContext): boolean {
    const arrived = arrivals.get(context.switchToHttp().getRequest<FastifyRequest>());
    if (arrived !== undefined && performance.now() - arrived > this.timeouts.deadlineMs) throw Problem.unavailable();
    return true;
  }
}

/** The body of a response. After the deadline no client reads it: a stream ends then. */
export function unlessOver<T>(body: T, reply: FastifyReply): T {
  if (reply.sent && body instanceof Readable) body.destroy();
  return body;
}
