import type { RecordOf, SystemCapability } from '@sync/records';

/**
 * Turns a platform's mapped records into what is stored: the place of a platform's field policy (for example which
 * custom attributes are secrets or internals of the platform and are dropped). Pure; the record store writes the result.
 */
export interface Transformer {
  transform<C extends SystemCapability>(capability: C, records: RecordOf[C][]): RecordOf[C][];
}

export type TransformerClass = new () => Transformer;
