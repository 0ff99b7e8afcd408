import type { OrderData } from '@sync/records';
import { recordedRows } from '../testing/replaying-shop';
import { mapOrder } from './order.mapping';
import { CommerceATransformer } from './transformer';

const orders = recordedRows('orders-page-001').map((row) => mapOrder(row) as OrderData);
const keys = (records: OrderData[]): string[] => records.flatMap(({ customAttributes }) => customAttributes.map(({ key }) => key));

describe('A16 D4 the mapper is literal, and a short deny-list keeps secrets out of what is stored', () => {
  it.each(['commerce_a.order_key', 'commerce_a.payment_url', 'commerce_a.cart_hash'])(
    '%s is mapped, and dropped before it is stored',
    (key) => {
      expect(keys(orders)).toContain(key);
      expect(keys(new CommerceATransformer().transform('orders', orders))).not.toContain(key);
    },
  );

  it('the password of a protected product is dropped too', () => {
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

  it('everything else stays, the address of the buyer among it', () => {
    const kept = keys(new CommerceATransformer().transform('orders', orders));
    expect(kept).toEqual(
      keys(orders).filter((key) => !['commerce_a.order_key', 'commerce_a.payment_url', 'commerce_a.cart_hash'].includes(key)),
    );
    expect(kept).toContain('commerce_a.customer_ip_address');
  });

  it('the records it is given are not changed', () => {
    const before = structuredClone(orders);
    new CommerceATransformer().transform('orders', orders);
    expect(orders).toEqual(before);
  });
});
