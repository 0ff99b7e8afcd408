import { startRedisServer, type RedisServer } from '@sync/embedded-services';

export interface QueueBackend {
  name: 'Postgres' | 'Redis';
  /** A Redis for this suite alone, which it may flush, stop and kill. Null for queues on Postgres. */
  start(): Promise<RedisServer | null>;
}

const postgres: QueueBackend = { name: 'Postgres', start: () => Promise.resolve(null) };
const redis: QueueBackend = { name: 'Redis', start: () => startRedisServer() };

/** Declares the suite once, for behaviour that does not depend on the queue backend. */
export function onPostgresQueues(suite: (backend: QueueBackend) => void): void {
  describe(`queues on ${postgres.name}`, () => suite(postgres));
}

/** Declares the suite for each queue backend available on this machine. */
export function forEachQueueBackend(suite: (backend: QueueBackend) => void): void {
  const backends = process.env.TEST_HAS_REDIS ? [postgres, redis] : [postgres];
  describe.each(backends)('queues on $name', suite);
}
