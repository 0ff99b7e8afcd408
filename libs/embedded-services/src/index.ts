export { freePort } from './free-port';
export { findRedisServer, startRedisServer, type RedisServer, type RedisServerOptions } from './redis-server';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres';
