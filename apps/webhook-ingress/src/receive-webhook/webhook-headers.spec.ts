import { platformSettings } from '@sync/platforms';
import { headerNames, readWebhookHeaders } from './webhook-headers';

const defaults = platformSettings((setting) => setting.default);
const names = headerNames(defaults);
const read = (headers: Record<string, string>) => readWebhookHeaders(headers, names);

describe.each([
  ['topic', ['x-webhook-topic', 'x-store-webhook-topic', 'x-wc-webhook-topic']],
  ['deliveryId', ['x-webhook-id', 'x-store-webhook-delivery-id', 'x-wc-webhook-delivery-id']],
] as const)('%s', (member, [generic, ...ofPlatform]) => {
  it('is read from the generic header and from those of the platform, which win', () => {
    for (const name of [generic, ...ofPlatform]) expect(read({ [name]: 'order.created' })[member]).toBe('order.created');
    for (const name of ofPlatform) expect(read({ [generic]: 'generic', [name]: 'of the platform' })[member]).toBe('of the platform');
  });
});

it('a topic is null when absent and cut at 200 characters', () => {
  expect(read({}).topic).toBeNull();
  expect(read({ 'x-webhook-topic': 't'.repeat(5_000) }).topic).toHaveLength(200);
});

it('a delivery id is not X-WC-Webhook-ID, which names the webhook, and is hashed when very long: different ids stay different', () => {
  expect(read({ 'x-wc-webhook-id': '1' }).deliveryId).toBeNull();
  const long = (end: string) => read({ 'x-webhook-id': 'i'.repeat(5_000) + end }).deliveryId;
  expect(long('a')).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect([long('a'), long('b') === long('a')]).toEqual([long('a'), false]);
});

describe('signature', () => {
  it.each(['x-webhook-signature', 'x-store-webhook-signature', 'x-wc-webhook-signature'])('is read from %s', (name) => {
    expect(read({ [name]: 'a' }).signatures).toEqual(['a']);
  });

  it('is read from every header that has one, and from no other header', () => {
    const given = { 'x-webhook-signature': 'a', 'x-store-webhook-signature': '', 'x-wc-webhook-signature': 'c', 'x-hub-signature': 'd' };
    expect(read(given).signatures).toEqual(['a', 'c']);
  });

  it('may stand in configured headers besides the one of the service', () => {
    const configured = { ...defaults, commerceA: { ...defaults.commerceA, signatureHeaders: ['X-Other', 'x-webhook-signature'] } };
    expect(headerNames(configured).signatures).toEqual(['x-webhook-signature', 'x-other']);
  });
});
