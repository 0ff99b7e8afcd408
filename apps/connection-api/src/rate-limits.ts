import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { ConnectionApiConfiguration } from './configuration';
import { variantOf } from './connect/connect-variant';

const minute = 60_000;

/** Requests per minute and client address. Of connect only the direct initialisation is limited, and only where the operator wants it. */
export function rateLimits({ registerRateLimitPerMinute, directInitRateLimitPerMinute }: ConnectionApiConfiguration): ThrottlerOptions[] {
  const isFree = (context: ExecutionContext) => variantOf(context.switchToHttp().getRequest<FastifyRequest>()) !== 'direct initialisation';
  return [
    { name: 'register', ttl: minute, limit: registerRateLimitPerMinute },
    {
      name: 'direct-initialisation',
      ttl: minute,
      limit: directInitRateLimitPerMinute,
      skipIf: (context) => directInitRateLimitPerMinute === 0 || isFree(context),
    },
  ];
}
