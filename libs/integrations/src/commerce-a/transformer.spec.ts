import type { OrderData } from '@sync/records';
import { recordedRows } from '../testing/replaying-shop';
import { mapOrder } from './order.mapping';
import { CommerceATransformer } from './transformer';

const orders = recordedRows('orders-page-001').map((row) => mapOrder(row) as OrderData);
const keys = (records: OrderData[]): string[] => records.flatMap(({ customAttributes }) => customAttributes.map(({ key }) => key));

describe('CommerceATransformer', () => {
  it.each(['commerce_a.order_key', 'commerce_a.payment_url', 'commerce_a.cart_hash'])('drops %s, which the mapping passes on', (key) => {
    expect(keys(orders)).toContain(key);
    expect(keys(new CommerceATransformer().transform('orders', orders))).not.toContain(key);
  });

  it('drops the password of a protected product', () => {
    const product = {
      customAttributes: [
        { key: 'commerce_a.post_password', value: 'x' },
        { key: 'commerce_a.slug', value: 'y' },
      ],
    };
    expect(new CommerceATransformer().transform('products', [product as never])).toEqual([
      { customAttributes: [{ key: 'commerce_a.slug', value: 'y' }] },
    ]);
  });

  it('keeps everything else', () => {
    const kept = keys(new CommerceATransformer().transform('orders', orders));
    expect(kept).toEqual(
      keys(orders).filter((key) => !['commerce_a.order_key', 'commerce_a.payment_url', 'commerce_a.cart_hash'].includes(key)),
    );
    expect(kept).toContain('commerce_a.customer_ip_address');
  });

  it('does not modify its input', () => {
    const before = structuredClone(orders);
    new CommerceATransformer().transform('orders', orders);
    expect(orders).toEqual(before);
  });
});
