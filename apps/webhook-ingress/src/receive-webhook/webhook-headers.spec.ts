import { platformSettings } from '@sync/platforms';
import { headerNames, readWebhookHeaders } from './webhook-headers';

const defaults = platformSettings((setting) => setting.default);
const names = headerNames(defaults);
const read = (headers: Record<string, string>) => readWebhookHeaders(headers, names);

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

describe('topic', () => {
  it.each(['x-webhook-topic', 'x-store-webhook-topic', 'x-wc-webhook-topic'])('is read from %s', (name) => {
    expect(read({ [name]: 'order.created' }).topic).toBe('order.created');
  });

  it('of the platform wins over the generic one', () => {
    const given = { 'x-webhook-topic': 'order.deleted', 'x-wc-webhook-topic': 'order.updated' };
    expect(read(given).topic).toBe('order.updated');
  });

  it('is null when absent and cut at 200 characters', () => {
    expect(read({}).topic).toBeNull();
    expect(read({ 'x-webhook-topic': 't'.repeat(5_000) }).topic).toHaveLength(200);
  });
});

describe('delivery id', () => {
  it.each(['x-webhook-id', 'x-store-webhook-delivery-id', 'x-wc-webhook-delivery-id'])('is read from %s', (name) => {
    expect(read({ [name]: 'abc.1' }).deliveryId).toBe('abc.1');
  });

  it('of the platform wins over the generic one', () => {
    expect(read({ 'x-webhook-id': 'generic', 'x-wc-webhook-delivery-id': 'of the platform' }).deliveryId).toBe('of the platform');
  });

  it('is not X-WC-Webhook-ID, which names the webhook', () => {
    expect(read({ 'x-wc-webhook-id': '1' }).deliveryId).toBeNull();
  });

  it('is hashed when very long: different ids stay different, equal ones equal', () => {
    const long = (end: string) => read({ 'x-webhook-id': 'i'.repeat(5_000) + end }).deliveryId;
    expect(long('a')).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(long('a')).toBe(long('a'));
    expect(long('a')).not.toBe(long('b'));
  });
});
