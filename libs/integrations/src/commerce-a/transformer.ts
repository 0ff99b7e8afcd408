import type { RecordOf, SystemCapability } from '@sync/records';
import type { Transformer } from '@sync/integration-contract';

/** Secrets and internals of the platform among the fields that the mapping passes on as they are: whoever holds an order key can open the order. */
const notKept = new Set(['order_key', 'payment_url', 'cart_hash', 'post_password'].map((field) => `commerce_a.${field}`));

/** Leaves out of the records what must not be stored. */
export class CommerceATransformer implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return records.map((record) => ({ ...record, customAttributes: record.customAttributes.filter(({ key }) => !notKept.has(key)) }));
  }
}
