import type { RecordOf, SystemCapability } from '@sync/records';
import type { Transformer } from '@sync/integration-contract';
import { isDroppedField } from './dropped-fields';

const namespace = 'commerce_b.';

/** The last gate before storage: drops forbidden custom attributes. */
export class CommerceBTransformer implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return records.map((record) => ({
      ...record,
      customAttributes: record.customAttributes.filter(
        ({ key }) => !isDroppedField(key.startsWith(namespace) ? key.slice(namespace.length) : key),
      ),
    }));
  }
}
