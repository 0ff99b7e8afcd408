import type { RecordOf, SystemCapability } from '@sync/records';
import type { Transformer } from '@sync/integration-contract';
import { isNotKept } from './not-kept';

const namespace = 'commerce_b.';

/** The last gate before records are stored: no custom attribute that is not kept passes, whatever the mapping has made of a row. */
export class CommerceBTransformer implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return records.map((record) => ({
      ...record,
      customAttributes: record.customAttributes.filter(
        ({ key }) => !isNotKept(key.startsWith(namespace) ? key.slice(namespace.length) : key),
      ),
    }));
  }
}
