import { loadConfiguration } from '@sync/service-runtime';
import { WorkerConfiguration } from './configuration';

const needed = { DATABASE_URL: 'postgres://user:password@127.0.0.1/db', ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
const load = (environment: Record<string, string | undefined> = {}) =>
  loadConfiguration(WorkerConfiguration, { ...needed, ...environment });

it('has the defaults of the contract', () => {
  expect(load()).toMatchObject({
    maxRequestsPerShop: 4,
    workerConcurrency: 8,
    maxRunHours: 6,
    pendingGraceHours: 24,
    disconnectedGraceDays: 30,
    disconnectedPurge: 'on',
    failedWebhookBodyDays: 30,
    storeHostAllowlist: [],
    platforms: {
      commerceA: {
        restPath: 'wp-json/wc/v3',
        pluginRestPath: 'wp-json/service-connector/v1',
        totalPagesHeaders: ['X-Store-TotalPages', 'X-WP-TotalPages'],
      },
    },
  });
});

it.each([
  ['09:00-21:30', { from: 540, minutes: 750 }],
  [' 22:15-06:00 ', { from: 1_335, minutes: 465 }],
  [undefined, undefined],
])('reads QUIET_HOURS %p, which may pass midnight', (text, quietHours) => {
  expect(load({ QUIET_HOURS: text }).quietHours).toEqual(quietHours);
});

it.each([
  [{}, undefined],
  [
    { MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtp://relay.example' },
    { host: 'relay.example', secure: false },
  ],
  [
    { MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtps://[2001:db8::7]:2465' },
    { host: '2001:db8::7', port: 2465, secure: true },
  ],
])('reads where mails go from %j', (environment, server) => {
  expect(load(environment).smtpServer).toEqual(server);
});

it('a user and a password of the mail server may hold any character, and do not show', () => {
  const { smtpServer } = load({ MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtp://sync%40service:can%2Fary@relay.example:2525' });
  expect(smtpServer?.login?.reveal()).toEqual({ user: 'sync@service', pass: 'can/ary' });
  expect(JSON.stringify(smtpServer)).not.toContain('ary');
});

it.each([
  [{ MAIL_FROM: 'sync@service.example' }, /^SMTP_URL is missing/],
  [{ SMTP_URL: 'smtp://relay.example' }, /^MAIL_FROM is missing/],
  [{ MAIL_FROM: 'Canary <sync@service.example>', SMTP_URL: 'smtp://relay.example' }, /^MAIL_FROM should be/],
  [{ MAIL_FROM: 'sync@service.example', SMTP_URL: 'https://canary@relay.example' }, /^SMTP_URL should be/],
  [{ MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtp://canary@relay.example' }, /^SMTP_URL should be/],
  [{ MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtp://relay.example/?tls.rejectUnauthorized=false' }, /^SMTP_URL should be/],
])('refuses to start with mail half set up: %j', (environment, message) => {
  expect(() => load(environment)).toThrow(message);
  expect(() => load(environment)).not.toThrow(/canary/i);
});

it.each([
  ['DATABASE_URL', undefined],
  ['ENCRYPTION_KEYS', undefined],
  ['ENCRYPTION_KEYS', 'canary'],
  ['STORE_HOST_ALLOWLIST', '10.0.0.0/canary'],
  ['CONTACT_ADDRESS', 'canary'],
  ['CONTACT_ADDRESS', 'canary@shops.example\r\nX-Canary: 1'],
  ['CONTACT_ADDRESS', 'https://shops.example/canary)'],
  ['EXPORT_WORKER_PORT', 'canary'],
  ['QUIET_HOURS', 'canary'],
  ['QUIET_HOURS', '09:00-24:00'],
  ['QUIET_HOURS', '9:00-12:00'],
  ['QUIET_HOURS', '09:00-09:00'],
  ['TENANT_MAX_BYTES', '5 GiB'],
  ['TENANT_MAX_BYTES', '-1'],
  ['MAX_REQUESTS_PER_SHOP', '0'],
  ['MAX_REQUESTS_PER_SHOP', 'canary'],
  ['WORKER_CONCURRENCY', '101'],
  ['PENDING_GRACE_HOURS', 'canary'],
  ['PENDING_GRACE_HOURS', '-1'],
  ['DISCONNECTED_GRACE_DAYS', '1.5'],
  ['DISCONNECTED_PURGE', 'canary'],
  ['FAILED_WEBHOOK_BODY_DAYS', '0'],
  ['COMMERCE_A_REST_PATH', '/canary path'],
  ['COMMERCE_A_PLUGIN_REST_PATH', 'https://canary.example/'],
  ['COMMERCE_A_TOTAL_PAGES_HEADER', 'X Canary Pages'],
])('a missing or malformed %s (%p) is named with what it should be, and its value is not shown', (name, value) => {
  const action = () => load({ [name]: value });
  expect(action).toThrow(new RegExp(`^${name} ${value === undefined ? 'is missing: it should' : 'should'} be [^\n]+$`));
  expect(action).not.toThrow(/canary|BwcHBw/i);
});
