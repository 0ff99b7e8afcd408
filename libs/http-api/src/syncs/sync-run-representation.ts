import type { SystemCapability } from '@sync/records';
import { syncRunMembers, type SyncMode, type SyncRun, type SyncRunStatus } from '@sync/sync-runs';
import { Example, type Wire } from '../api-description/example';
import type { Count, Instant, Uuid } from '../api-description/member-types';
import { sharedExamples } from '../api-description/shared-examples';

/** What a run waits for. It goes on by itself. */
export class WaitingRepresentation {
  /** In words for a person. */
  reason: string;

  /** When the shop is asked again. In the past: it is being asked now. */
  until: Instant;
}

/** What a run that succeeded has left out. */
export class IncompleteRepresentation {
  /** In words for a person. */
  reason: string;
}

export const exampleQueuedRun: Wire<SyncRunRepresentation> = {
  id: sharedExamples.ids.run,
  capability: 'orders',
  mode: 'delta',
  status: 'queued',
  waiting: null,
  modified_after: '2026-01-05T11:59:11.000Z',
  pages_total: null,
  pages_done: 0,
  rows_listed: null,
  records_fetched: 0,
  records_written: 0,
  records_skipped: 0,
  records_deleted: 0,
  deletions_held_back: 0,
  incomplete: null,
  requests: 0,
  bytes: 0,
  waiting_ms: 0,
  error: null,
  started_at: null,
  finished_at: null,
};

export const exampleRun: Wire<SyncRunRepresentation> = {
  ...exampleQueuedRun,
  status: 'succeeded',
  pages_total: 3,
  pages_done: 3,
  rows_listed: 142,
  records_fetched: 142,
  records_written: 17,
  started_at: '2026-01-06T06:00:00.000Z',
  finished_at: '2026-01-06T06:00:09.000Z',
};

@Example<SyncRunRepresentation>(exampleRun)
export class SyncRunRepresentation {
  id: Uuid;

  capability: SystemCapability;

  mode: SyncMode;

  status: SyncRunStatus;

  /** Why the run waits: the shop fails, is slow or asked to wait. Null unless it is waiting. */
  waiting: WaitingRepresentation | null;

  /** Fetches only records modified after this instant. Null: all records. */
  modified_after: Instant | null;

  /** Null until the shop has reported it. */
  pages_total: Count | null;

  pages_done: Count;

  /** Rows that the list had when the run began. Null: the shop did not say. */
  rows_listed: Count | null;

  records_fetched: Count;

  records_written: Count;

  records_skipped: Count;

  /** Records that two lists in a row no longer showed and that are therefore deleted. */
  records_deleted: Count;

  /** Records that the shop no longer lists and that are too many to delete unasked. 0 once confirmed, or replaced by a newer list. */
  deletions_held_back: Count;

  /** The shop may have records that this run did not read. Null: as far as the shop says, it read all. Null, too, when it failed. */
  incomplete: IncompleteRepresentation | null;

  /** Requests to the shop. Counted whenever a batch of pages ends. */
  requests: Count;

  /** Bytes of the bodies of its responses, once decompressed. */
  bytes: Count;

  /** How long the run waited for its shop, or for a place among the requests to it. Milliseconds. */
  waiting_ms: Count;

  /** Human-readable reason of the failure. */
  error: string | null;

  started_at: Instant | null;

  finished_at: Instant | null;
}

export const presentSyncRun: (run: SyncRun) => SyncRunRepresentation = syncRunMembers;
