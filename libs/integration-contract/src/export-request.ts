import type { RecordOf, SystemCapability } from '@sync/records';

export interface ExportRequest<C extends SystemCapability = SystemCapability> {
  capability: C;
  systemConnectionId: string;
  /** ISO 8601 UTC: only records modified after this instant; null: all. Derived by the bulk sync, never by an integration. */
  modifiedAfter: string | null;
  /** `ids`: pages list the rows and hold no records, so many rows fit one. Default: records. A platform without such lists ignores it. */
  content?: 'records' | 'ids';
  /** ISO 8601 UTC: when the export was asked for. What an integration learnt about the shop before may be outdated. */
  requestedAt?: string;
  /**
   * Only rows with these ids: the first page of a range holds the first `perPage` of them, and so on. Ids that the shop no longer has
   * bring no row. Only ids that the probe has named. Default: every row.
   */
  sourceIds?: readonly string[];
}

/** One row of a list that may drift while its pages are read. Key and mark are opaque and compared as text. */
export interface ListedRow {
  /** Unique and stable. The source id of a row that an export brings, and of any other row a text that is no source id. */
  key: string;
  /** When the row entered the list, as text that sorts in that order; empty: it was always there. */
  mark: string;
}

/** A list at the start of an export. */
export interface ListState {
  /** Rows of the whole list; null: unknown. */
  total: number | null;
  /** Rows with a higher mark entered the list later. */
  newest: string;
}

/** A page's view of its list. */
export interface ListedPage {
  /** Rows of the whole list when the page was read; null: unknown. */
  total: number | null;
  /** Pages of the whole list, if the platform reports only those; null: unknown. */
  pages: number | null;
  /** One per row of the response, mapped or not. */
  rows: readonly ListedRow[];
}

export interface BulkExportProbe {
  /** 0: the collection is empty. */
  totalPages: number;
  /** 0: no page ranges (the default probe). */
  perPage: number;
  /** Messages for a person about an export that continues and may leave records out, such as a hidden page count: its run is `incomplete`. */
  warnings?: readonly string[];
  /** Optional: lets a run detect drift and rescan the pages that may have missed rows. */
  list?: ListState;
  /** The source ids of the rows to export, if the probe saw them: asking for these alone brings what all pages bring. */
  sourceIds?: readonly string[];
  /** Ids of records that the shop says it no longer has. */
  goneIds?: readonly string[];
  /** The source id of every row that a full export would bring, whatever `modifiedAfter` says; only if the probe has listed all of them. */
  keys?: readonly string[];
}

/** A record that could not be mapped. It is counted and does not fail its page. */
export interface SkippedRecord {
  sourceId: string | null;
  reason: string;
}

/** One fetched page, mapped. */
export interface ExportBatch<C extends SystemCapability = SystemCapability> {
  /** 1-based; increases within a fetch. */
  page: number;
  /** Each sourceId once; of rows repeated within a page, the last one wins. */
  records: RecordOf[C][];
  skipped: SkippedRecord[];
  /** All rows of the response, including skipped, repeated and filtered ones. */
  rows: number;
  /** See BulkExportProbe. */
  warnings?: readonly string[];
  /** Only if the probe reports its list too. */
  list?: ListedPage;
}

/** Records that were read by their ids. Ids that the shop does not have are in neither list. */
export interface FetchedRecords<C extends SystemCapability = SystemCapability> {
  records: RecordOf[C][];
  skipped: SkippedRecord[];
}

/** A probe that has read the first page already. */
export interface BulkExportStart<C extends SystemCapability = SystemCapability> extends BulkExportProbe {
  /** As the range fetch brings page 1; absent: it is still to be fetched. */
  firstPage?: ExportBatch<C>;
}

/** Called once per page. The next page is requested after the promise settles; a rejection ends the fetch and passes unchanged. */
export type OnBatch<C extends SystemCapability = SystemCapability> = (batch: ExportBatch<C>) => Promise<void>;
