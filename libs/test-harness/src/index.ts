export { DeployedProcess } from './deployed-process';
export { forEachQueueBackend, onPostgresQueues, type QueueBackend } from './queue-backends';
export { describeWithRedis, itWithRedis } from './redis-tests';
export { createTestDatabase, type TestDatabase } from './test-database';
