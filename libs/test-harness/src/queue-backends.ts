import { startRedisServer, type RedisServer } from '@sync/embedded-services';

export interface QueueBackend {
  name: 'Postgres' | 'Redis';
  /** A Redis of the suite's own, which it may flush, stop and kill; null on the Postgres queue. */
  start(): Promise<RedisServer | null>;
}

const postgres: QueueBackend = { name: 'Postgres', start: () => Promise.resolve(null) };
const redis: QueueBackend = { name: 'Redis', start: () => startRedisServer() };

/** Declares the suite once, for what takes the same course on any queue. */
export function onPostgresQueues(suite: (backend: QueueBackend) => void): void {
  describe(`queues on ${postgres.name}`, () => suite(postgres));
}

/** Declares the suite once for each queue backend that this machine has. */
export function forEachQueueBackend(suite: (backend: QueueBackend) => void): void {
  const backends = process.env.TEST_HAS_REDIS ? [postgres, redis] : [postgres];
  describe.each(backends)('queues on $name', suite);
}
