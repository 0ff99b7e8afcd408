import { loadConfiguration } from '@sync/service-runtime';
import { ConnectionApiConfiguration } from './configuration';

const key = Buffer.alloc(32, 7).toString('base64');
const needed = { DATABASE_URL: 'postgres://user:password@127.0.0.1/db', ENCRYPTION_KEYS: `k1:${key}` };
const load = (environment: Record<string, string | undefined> = {}) =>
  loadConfiguration(ConnectionApiConfiguration, { ...needed, ...environment });

it('has defaults', () => {
  expect(load()).toMatchObject({
    host: '127.0.0.1',
    connectionTokenTtlSeconds: 3600,
    registerRateLimitPerMinute: 10,
    directInitRateLimitPerMinute: 0,
    directInitMaxPerMinute: 300,
    disconnectedGraceDays: 30,
    storeHostAllowlist: [],
    trustProxy: ['127.0.0.1', '::1'],
    platforms: { commerceA: { restPath: 'wp-json/wc/v3', pluginRestPath: 'wp-json/service-connector/v1' } },
    logLevel: 'info',
  });
  expect([load().redisUrl, load().directInitAllowedOrigins]).toEqual([undefined, undefined]);
});

it('trims list entries', () => {
  const lists = {
    DIRECT_INIT_ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
    STORE_HOST_ALLOWLIST: '127.0.0.0/8, shop.internal',
  };
  expect(load(lists)).toMatchObject({
    directInitAllowedOrigins: ['https://a.example', 'https://b.example:8443'],
    storeHostAllowlist: ['127.0.0.0/8', 'shop.internal'],
  });
});

it('prints no key', () => {
  expect(JSON.stringify(load())).not.toContain(key);
});

it.each([
  ['DATABASE_URL', undefined],
  ['DATABASE_URL', 'postgres://user:canary-password@127.0.0.1:canary-port/database'],
  ['ENCRYPTION_KEYS', undefined],
  ['ENCRYPTION_KEYS', ''],
  ['ENCRYPTION_KEYS', 'canary'],
  ['ENCRYPTION_KEYS', `canary:${Buffer.alloc(31).toString('base64')}`],
  ['ENCRYPTION_KEYS', `k1:${key},k2:${key}`],
  ['ENCRYPTION_KEYS', `k1:${key},k1:${Buffer.alloc(32, 8).toString('base64')}`],
  ['CONNECTION_API_PORT', 'canary'],
  ['HOST', 'canary of a host'],
  ['CONNECTION_TOKEN_TTL_SECONDS', '0'],
  ['CONNECTION_TOKEN_TTL_SECONDS', 'canary-hour'],
  ['REGISTER_RATE_LIMIT_PER_MINUTE', '-1'],
  ['DIRECT_INIT_RATE_LIMIT_PER_MINUTE', '-1'],
  ['DIRECT_INIT_MAX_PER_MINUTE', '-1'],
  ['DIRECT_INIT_ALLOWED_ORIGINS', 'https://good.example,canary-origin'],
  ['DIRECT_INIT_ALLOWED_ORIGINS', 'https://canary.example/path'],
  ['DISCONNECTED_GRACE_DAYS', 'canary'],
  ['DISCONNECTED_GRACE_DAYS', '1e400'],
  ['STORE_HOST_ALLOWLIST', '10.0.0.0/99'],
  ['STORE_HOST_ALLOWLIST', '10.0.0.0/canary'],
  ['STORE_HOST_ALLOWLIST', 'https://canary.example/'],
  ['STORE_HOST_ALLOWLIST', 'canary host'],
  ['COMMERCE_A_REST_PATH', '/canary/../'],
  ['COMMERCE_A_REST_PATH', '/canary path'],
  ['COMMERCE_A_PLUGIN_REST_PATH', 'https://canary.example/'],
  ['REDIS_URL', 'redis://:canary-password@127.0.0.1:canary-port'],
])('rejects a missing or malformed %s (%p) by name and expected format, without its value', (name, value) => {
  const action = () => load({ [name]: value });
  expect(action).toThrow(new RegExp(`^${name} ${value ? 'should' : 'is missing: it should'} be [^\n]+$`));
  expect(action).not.toThrow(/canary|BwcHBw/);
});
