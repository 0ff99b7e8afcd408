import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { normalizeIp, ThrottlerGuard, type ThrottlerGetTrackerFunction, type ThrottlerRequest } from '@nestjs/throttler';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { countRateLimited } from '../metrics/http-metrics';
import { Problem } from '../problems/problem';

/** The networks of an IPv6 client, with their share of a single client's allowance: a customer often holds a /56, a host a /48. */
const networks = [
  { prefixLength: 64, allowances: 1 },
  { prefixLength: 56, allowances: 3 },
  { prefixLength: 48, allowances: 10 },
];

/** Method decorator: the app's throttlers limit the requests of the route, apart from those that it skips by `SkipThrottle`. */
export const Throttled = Reflector.createDecorator<true>();

class AboveLimit extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('above a limit');
  }
}

/**
 * Limits requests of throttled routes per client address: IPv4 by address, IPv6 by network, narrowest first, so that a client that is over its own limit
 * does not use up that of its neighbours. A throttler with a tracker of its own counts as that says. Excess requests get a problem
 * that names the limit and the seconds to wait.
 */
@Injectable()
export class ClientAddressThrottlerGuard extends ThrottlerGuard {
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!this.reflector.get(Throttled, context.getHandler()));
  }

  protected override async handleRequest(request: ThrottlerRequest): Promise<boolean> {
    if (request.throttler.getTracker) return this.limit(request);
    const { ip } = request.context.switchToHttp().getRequest<FastifyRequest>();
    const isNetwork = normalizeIp(ip).includes('/');
    for (const { prefixLength, allowances } of isNetwork ? networks : networks.slice(0, 1)) {
      const getTracker: ThrottlerGetTrackerFunction = () => normalizeIp(ip, prefixLength);
      await this.limit({ ...request, limit: request.limit * allowances, getTracker });
    }
    return true;
  }

  private async limit(request: ThrottlerRequest): Promise<boolean> {
    try {
      return await super.handleRequest(request);
    } catch (error) {
      if (!(error instanceof AboveLimit)) throw error;
      const { name = 'default' } = request.throttler;
      const { retryAfterSeconds } = error;
      countRateLimited(name);
      throw Problem.tooManyRequests(`Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
        name,
        allowed: request.limit,
        windowSeconds: request.ttl / 1_000,
        retryAfterSeconds,
      });
    }
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: { timeToBlockExpire: number },
  ): Promise<void> {
    throw new AboveLimit(Math.max(1, Math.ceil(timeToBlockExpire)));
  }
}
