import type { RecordOf, SystemCapability } from '@sync/records';

/**
 * SQL that advances a page's checkpoint, supplied by the owner of the checkpoints. `takenPage` finds and locks the page's range; a
 * second writer finds it locked or advanced and writes nothing. `advance` reads the CTEs `page` (the result of `takenPage`) and
 * `written`. Parameters: $1 shop, $7 to $13 the members of PageCheckpoint, in order.
 */
export interface PageCheckpointSql {
  takenPage: string;
  advance: string;
}

/** A page's position in its run. Written atomically with the page's records. */
export interface PageCheckpoint {
  /** Id of the page range. */
  rangeId: string;
  /** 1-based. The page is written only if it is the range's next one. */
  page: number;
  /** Rows in the platform's response. */
  fetched: number;
  /** Rows that could not be mapped. */
  skipped: number;
  /** Total rows of the list when the page was read; null: unknown. */
  listTotal?: number | null;
  /** Keys of the page's rows that were in the list when the run began. Each is counted once, however often it appears. */
  seenKeys?: readonly string[];
  /** Keys of its other rows. */
  newerKeys?: readonly string[];
}

/** One page of records of one shop. */
export interface RecordPage<C extends SystemCapability = SystemCapability> {
  shopId: string;
  capability: C;
  /** May be empty: the checkpoint still advances. Of records with the same source id, the last one wins. */
  records: RecordOf[C][];
  /** The shop had no record of this kind when the run began, so the comparison is skipped. A wrong value costs speed, not correctness. */
  firstExport: boolean;
  /**
   * When the export began, the same for all of its pages. Later webhooks win: a record that one deleted stays deleted, and content that
   * one brought stays unless the page's is newer. Content of another page of the export stays if the page's is older. Default: now.
   */
  exportBegan?: Date;
  /** The run that exports, for the records' stories. */
  runId?: string;
  checkpoint?: PageCheckpoint;
}

/** A record that is too large, or that the database refused; the rest of its page is stored. */
export interface RejectedRecord {
  sourceId: string;
  reason: string;
}

export interface PageOutcome {
  /** Records inserted or changed. */
  written: number;
  /** Records that were stored with the same content already. */
  unchanged: number;
  /** Also counted as skipped in the checkpoint. */
  rejected: RejectedRecord[];
  /** False: nothing was written, because the page is done, its run or connection has ended, or another writer has it. */
  applied: boolean;
}

export function withSkipped<P extends RecordPage>(page: P, skipped: number): P {
  return page.checkpoint && skipped > 0
    ? { ...page, checkpoint: { ...page.checkpoint, skipped: page.checkpoint.skipped + skipped } }
    : page;
}

/** Of a page that was not written, nothing was rejected either. */
export function withRejected(outcome: PageOutcome, rejected: RejectedRecord[]): PageOutcome {
  return outcome.applied ? { ...outcome, rejected: [...rejected, ...outcome.rejected] } : outcome;
}
