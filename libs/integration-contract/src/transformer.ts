import type { RecordOf, SystemCapability } from '@sync/records';

/**
 * Prepares mapped records for storage. This is where a platform drops fields it must not store, such as secrets and internals
 * among the custom attributes. Pure.
 */
export interface Transformer {
  transform<C extends SystemCapability>(capability: C, records: RecordOf[C][]): RecordOf[C][];
}

export type TransformerClass = new () => Transformer;
