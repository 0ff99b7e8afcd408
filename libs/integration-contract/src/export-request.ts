import type { RecordOf, SystemCapability } from '@sync/records';

export interface ExportRequest<C extends SystemCapability = SystemCapability> {
  capability: C;
  systemConnectionId: string;
  /** ISO 8601 UTC. Only records modified after this instant; null: all. Derived by the bulk sync, never by an integration. */
  modifiedAfter: string | null;
}

/**
 * One row of a list that is read in pages while it may move. Both are the platform's own, compared as text and never looked into.
 */
export interface ListedRow {
  /** The same each time the row is read, and no other row's. */
  key: string;
  /** When it came into the list, in a form whose order as text is the order of coming; empty: it was always there. */
  mark: string;
}

/** A list when an export of it begins. */
export interface ListState {
  /** Rows of the whole list; null: the platform does not say. */
  total: number | null;
  /** Rows with a higher mark came into the list later. */
  newest: string;
}

/** Where a page stands in its list. */
export interface ListedPage {
  /** Rows of the whole list when the page was read; null: the platform does not say with each page. */
  total: number | null;
  /** Pages of the whole list then, where that is all the platform says; null: not even that. */
  pages: number | null;
  /** One for each row of the platform's answer, whatever becomes of it. */
  rows: readonly ListedRow[];
}

export interface BulkExportProbe {
  /** 0: the collection is empty. */
  totalPages: number;
  /** 0: the integration has no page ranges (the contract's default probe). */
  perPage: number;
  /** What a person should know of this export although it goes on, in words: for example that the platform hid how many pages there are. */
  warnings?: readonly string[];
  /** Optional: of a platform whose pages tell where they stand, so that a run can see that the list moved and read again what may have been missed. */
  list?: ListState;
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
  /** Optional, and only together with that of the probe. */
  list?: ListedPage;
}

/** Called once per fetched page; the next page is not asked for until the returned promise settles. A rejection ends the fetch and is passed on unchanged. */
export type OnBatch<C extends SystemCapability = SystemCapability> = (batch: ExportBatch<C>) => Promise<void>;
