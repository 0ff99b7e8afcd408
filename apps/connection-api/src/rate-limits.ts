import { createHash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { ConnectionApiConfiguration } from './configuration';
import { variantOf } from './connect/connect-variant';

const minute = 60_000;

/**
 * Requests per minute, per client address and for all clients together. On connect only direct initialisation is limited, by default for
 * all clients together: it creates a tenant each time, and anybody may ask. The limit of one client comes first, so that a client above it does not use up what all may.
 */
export function rateLimits(configuration: ConnectionApiConfiguration): ThrottlerOptions[] {
  const { registerRateLimitPerMinute, directInitRateLimitPerMinute, directInitMaxPerMinute } = configuration;
  const isOther = (context: ExecutionContext) => variantOf(context.switchToHttp().getRequest<FastifyRequest>()) !== 'direct initialisation';
  const initialisations = (limit: number) => ({
    ttl: minute,
    limit,
    skipIf: (context: ExecutionContext) => limit === 0 || isOther(context),
  });
  return [
    // By default each route counts on its own. Register has two addresses.
    { name: 'register', ttl: minute, limit: registerRateLimitPerMinute, generateKey: (_, tracker, name) => keyOf(`${name} ${tracker}`) },
    { name: 'direct-initialisation', ...initialisations(directInitRateLimitPerMinute) },
    { name: 'all-direct-initialisations', ...initialisations(directInitMaxPerMinute), getTracker: () => 'all clients' },
  ];
}

/** Whose requests were counted is not stored in the clear. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
