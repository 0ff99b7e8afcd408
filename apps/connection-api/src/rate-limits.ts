import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { ConnectionApiConfiguration } from './configuration';
import { variantOf } from './connect/connect-variant';

const minute = 60_000;

/** Requests per minute and client address. On connect only direct initialisation is limited, and only if configured. */
export function rateLimits({ registerRateLimitPerMinute, directInitRateLimitPerMinute }: ConnectionApiConfiguration): ThrottlerOptions[] {
  const isUnlimited = (context: ExecutionContext) =>
    variantOf(context.switchToHttp().getRequest<FastifyRequest>()) !== 'direct initialisation';
  return [
    { name: 'register', ttl: minute, limit: registerRateLimitPerMinute },
    {
      name: 'direct-initialisation',
      ttl: minute,
      limit: directInitRateLimitPerMinute,
      skipIf: (context) => directInitRateLimitPerMinute === 0 || isUnlimited(context),
    },
  ];
}
