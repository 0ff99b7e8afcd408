import { startRedisServer, type RedisServer } from '@sync/embedded-services';

export interface QueueBackend {
  name: 'Postgres' | 'Redis';
  /** A Redis for this suite alone, which it may flush, stop and kill. Null for queues on Postgres. */
  start(): Promise<RedisServer | null>;
}

/** Set by the Jest project (tools/jest/tiers.js). */
declare const queueBackends: readonly QueueBackend['name'][];

const postgres: QueueBackend = { name: 'Postgres', start: () => Promise.resolve(null) };
const redis: QueueBackend = { name: 'Redis', start: startRedis };

async function startRedis(): Promise<RedisServer> {
  const server = await startRedisServer();
  if (server === null) throw new Error('There is no redis-server on the PATH. Debian has it in the package redis-server.');
  return server;
}

/** Declares the suite once, for behaviour that does not depend on the queue backend. */
export function onPostgresQueues(suite: (backend: QueueBackend) => void): void {
  describe(`queues on ${postgres.name}`, () => suite(postgres));
}

/** Declares the suite once, on the queues of production. For `x.system-spec.ts` only, because the first tier needs no Redis. */
export function onRedisQueues(suite: (backend: QueueBackend) => void): void {
  describe(`queues on ${redis.name}`, () => suite(redis));
}

/** Declares the suite for each queue backend of its Jest project. */
export function forEachQueueBackend(suite: (backend: QueueBackend) => void): void {
  describe.each([postgres, redis].filter(({ name }) => queueBackends.includes(name)))('queues on $name', suite);
}
