import type { RecordOf, SystemCapability } from '@sync/records';
import type { Transformer } from '@sync/integration-contract';

/** Secrets and internals among the fields that the mapping passes on: an order key, for example, opens the order. */
const droppedKeys = new Set(['order_key', 'payment_url', 'cart_hash', 'post_password'].map((field) => `commerce_a.${field}`));

export class CommerceATransformer implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return records.map((record) => ({ ...record, customAttributes: record.customAttributes.filter(({ key }) => !droppedKeys.has(key)) }));
  }
}
