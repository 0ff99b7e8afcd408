import type { RecordOf, SystemCapability } from '@sync/records';

export interface ExportRequest<C extends SystemCapability = SystemCapability> {
  capability: C;
  systemConnectionId: string;
  /** ISO 8601 UTC. Only records modified after this instant; null: all. Derived by the bulk sync, never by an integration. */
  modifiedAfter: string | null;
}

export interface BulkExportProbe {
  /** 0: the collection is empty. */
  totalPages: number;
  /** 0: the integration has no page ranges (the contract's default probe). */
  perPage: number;
  /** What a person should know of this export although it goes on, in words: for example that the platform hid how many pages there are. */
  warnings?: readonly string[];
}

/** A record that could not be mapped: it is left out and counted, it does not fail its page. */
export interface SkippedRecord {
  sourceId: string | null;
  reason: string;
}

/** One fetched page, mapped. */
export interface ExportBatch<C extends SystemCapability = SystemCapability> {
  /** 1-based; increases within a fetch. */
  page: number;
  /** Each sourceId once: of rows that the platform repeats within a page the last one counts. */
  records: RecordOf[C][];
  skipped: SkippedRecord[];
  /** Rows in the platform's answer: records, skipped and repeated ones, and those left out because they were not modified after the asked instant. */
  rows: number;
  /** As in BulkExportProbe. */
  warnings?: readonly string[];
}

/** Called once per fetched page; the next page is not asked for until the returned promise settles. A rejection ends the fetch and is passed on unchanged. */
export type OnBatch<C extends SystemCapability = SystemCapability> = (batch: ExportBatch<C>) => Promise<void>;
