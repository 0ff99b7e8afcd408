export { alignedTable, type Column } from './aligned-table';
export { launchChromium } from './chromium';
export { freePort, isPortFree } from './free-port';
export { startPgBouncer, type PgBouncer } from './pgbouncer';
export { ProgressBar } from './progress-bar';
export { findRedisServer, startRedisServer, type RedisServer, type RedisServerOptions } from './redis-server';
export { runningEmbeddedPostgres } from './running-embedded-postgres';
export {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres';
export { stopWithOwner, type OrphanEnd } from './stop-with-owner';
