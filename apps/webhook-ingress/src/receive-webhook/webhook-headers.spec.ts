import { headerNames, readWebhookHeaders } from './webhook-headers';

const names = headerNames(['X-Store-Webhook-Signature', 'X-WC-Webhook-Signature']);
const read = (headers: Record<string, string>) => readWebhookHeaders(headers, names);

describe('signature header, any of X-Webhook-Signature and the headers of COMMERCE_A_SIGNATURE_HEADER', () => {
  it.each(['x-webhook-signature', 'x-store-webhook-signature', 'x-wc-webhook-signature'])('%s', (name) => {
    expect(read({ [name]: 'a' }).signatures).toEqual(['a']);
  });

  it('all of them count, empty ones do not, others do not', () => {
    const given = { 'x-webhook-signature': 'a', 'x-store-webhook-signature': '', 'x-wc-webhook-signature': 'c', 'x-hub-signature': 'd' };
    expect(read(given).signatures).toEqual(['a', 'c']);
  });

  it('configured ones come to the first, which is always there', () => {
    expect(headerNames(['X-Other', 'x-webhook-signature']).signatures).toEqual(['x-webhook-signature', 'x-other']);
  });
});

describe('topic', () => {
  it.each(['x-webhook-topic', 'x-store-webhook-topic', 'x-wc-webhook-topic'])('%s', (name) => {
    expect(read({ [name]: 'order.created' }).topic).toBe('order.created');
  });

  it('none is null, and one beyond all reason is cut', () => {
    expect(read({}).topic).toBeNull();
    expect(read({ 'x-webhook-topic': 't'.repeat(5_000) }).topic).toHaveLength(200);
  });
});

describe('delivery id', () => {
  it.each(['x-webhook-id', 'x-store-webhook-delivery-id', 'x-wc-webhook-delivery-id'])('%s', (name) => {
    expect(read({ [name]: 'abc.1' }).deliveryId).toBe('abc.1');
  });

  it('X-WC-Webhook-ID is the webhook, not the delivery', () => {
    expect(read({ 'x-wc-webhook-id': '1' }).deliveryId).toBeNull();
  });

  it('two ids beyond all reason are two, and each is itself again', () => {
    const long = (end: string) => read({ 'x-webhook-id': 'i'.repeat(5_000) + end }).deliveryId;
    expect(long('a')).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(long('a')).toBe(long('a'));
    expect(long('a')).not.toBe(long('b'));
  });
});
