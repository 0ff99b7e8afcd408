export { ServerGate } from './server-gate';
export { appBundle, appBundles } from './app-bundles';
export { DeployedProcess } from './deployed-process';
export { flushQueues } from './flush-queues';
export { forEachQueueBackend, onPostgresQueues, type QueueBackend } from './queue-backends';
export { withRedis } from './redis-tests';
export { StartedService } from './started-service';
export { createTestDatabase, type TestDatabase } from './test-database';
export { until } from './until';
