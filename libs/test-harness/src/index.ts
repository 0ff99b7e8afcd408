export { forEachQueueBackend, onPostgresQueues, type QueueBackend } from './queue-backends';
export { createTestDatabase, type TestDatabase } from './test-database';
