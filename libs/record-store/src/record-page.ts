import type { RecordOf, SystemCapability } from '@sync/records';

/**
 * SQL that moves a page's checkpoint on, from the owner of the checkpoints. `takenPage` finds and locks the page's range; `advance`
 * reads the CTEs `page` (its result) and `written`. Parameters: $1 connection, $7 to $12 the members of PageCheckpoint, in order.
 */
export interface PageCheckpointSql {
  takenPage: string;
  advance: string;
}

/** Where a page stands in its run. It is written together with the page's records or not at all. */
export interface PageCheckpoint {
  /** Id of the page range. */
  rangeId: string;
  /** 1-based; the page is written only while it is the range's next one. */
  page: number;
  /** Rows in the platform's answer. */
  fetched: number;
  /** Rows left out because they could not be mapped. */
  skipped: number;
  /** Rows that the list had when the page was read; null: unknown. */
  listTotal?: number | null;
  /** Keys of the rows that the page shows and that were in the list when the run began: they are counted once, however often they are shown. */
  seenKeys?: readonly string[];
}

/** Records of one page of one connection, to be stored. */
export interface RecordPage<C extends SystemCapability = SystemCapability> {
  systemConnectionId: string;
  capability: C;
  /** May be empty: the checkpoint still moves on. Of two with the same source id the last counts. */
  records: RecordOf[C][];
  /** The connection had no record of this kind when the run began: nothing to compare with, so that asking is saved. Right in any case, only slower when wrong. */
  firstExport: boolean;
  /**
   * When the export that read the page began: what a webhook said later is kept. A record that it deleted stays deleted, and its
   * content stays unless the page's is newer. Without it the page counts as read just now.
   */
  exportBegan?: Date;
  checkpoint?: PageCheckpoint;
}

/** A record that the database refused; the rest of its page is stored. */
export interface RejectedRecord {
  sourceId: string;
  reason: string;
}

export interface PageOutcome {
  /** Records inserted or changed. */
  written: number;
  /** Records that were stored like this already; they were not touched. */
  unchanged: number;
  /** Counted as skipped in the checkpoint, too. */
  rejected: RejectedRecord[];
  /** False: nothing was written, because the page is done already, its run or connection has ended, or somebody else is writing it. */
  applied: boolean;
}
