import { loadConfiguration } from '@sync/service-runtime';
import { WebhookIngressConfiguration } from './configuration';

const needed = { DATABASE_URL: 'postgres://user:password@127.0.0.1/db', ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
const load = (environment: Record<string, string | undefined> = {}) =>
  loadConfiguration(WebhookIngressConfiguration, { ...needed, ...environment });

it('has defaults', () => {
  expect(load()).toMatchObject({
    webhookMaxBytes: 1_048_576,
    platforms: { commerceA: { signatureHeaders: ['X-Store-Webhook-Signature', 'X-WC-Webhook-Signature'] } },
    host: '127.0.0.1',
    trustProxy: ['127.0.0.1', '::1'],
    logLevel: 'info',
  });
});

it('reads another limit and other headers', () => {
  expect(load({ WEBHOOK_MAX_BYTES: '2048', COMMERCE_A_SIGNATURE_HEADER: 'X-Shop-Signature, X-Other' })).toMatchObject({
    webhookMaxBytes: 2_048,
    platforms: { commerceA: { signatureHeaders: ['X-Shop-Signature', 'X-Other'] } },
  });
});

it.each([
  ['DATABASE_URL', undefined],
  ['ENCRYPTION_KEYS', undefined],
  ['ENCRYPTION_KEYS', 'canary'],
  ['WEBHOOK_INGRESS_PORT', 'canary-port'],
  ['WEBHOOK_MAX_BYTES', '0'],
  ['WEBHOOK_MAX_BYTES', '1e9'],
  ['WEBHOOK_MAX_BYTES', '99999999'],
  ['COMMERCE_A_SIGNATURE_HEADER', 'X Canary'],
  ['COMMERCE_A_SIGNATURE_HEADER', 'X-Good,X:Canary'],
])('names a missing or malformed %s (%p) and what it should be, without its value', (name, value) => {
  const action = () => load({ [name]: value });
  expect(action).toThrow(new RegExp(`^${name} ${value === undefined ? 'is missing: it should' : 'should'} be [^\n]+$`));
  expect(action).not.toThrow(/canary/i);
});
