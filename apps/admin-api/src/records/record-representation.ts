import type { StoryAuthor, StoryEvent } from '@sync/record-store';
import { isStorable, systemCapabilities, type SystemCapability } from '@sync/records';
import { noSuch } from '../path-id';
import { Example, sharedExamples, type Count, type Instant, type Uuid } from '@sync/http-api';

/** Of the records feed. */
export const exampleRecord = {
  id: '01981c39-0d52-7e16-9a4b-3c8f7d5e2b07',
  source_id: '515',
  system: sharedExamples.systems.shop.slug,
  system_connection_id: sharedExamples.ids.shop,
  status: 'completed',
  total: 3581,
  currency: 'EUR',
  synced_at: '2026-01-05T12:04:11.000Z',
  deleted_at: null,
};

class RecordCount {
  kind: SystemCapability;

  /** Records that are stored. Deleted ones do not count. */
  count: Count;

  /** There are more: the count stopped. */
  is_limited: boolean;
}

@Example<RecordCounts>({ data: [{ kind: 'orders', count: 1982, is_limited: false }] })
export class RecordCounts {
  data: RecordCount[];
}

class RecordStoryAuthor {
  /** refetch: a task that read the record from the shop again. service: the service by itself. */
  kind: StoryAuthor;

  /** Of the run, the task or the erasure. Null: of the service, or unknown. */
  id: Uuid | null;

  /** A run, webhook or refetch of this connection that can still be looked up. */
  is_kept: boolean;
}

class RecordStoryEntry {
  at: Instant;

  /** stored: for the first time. linked: an order found its customer or products. */
  event: StoryEvent;

  by: RecordStoryAuthor;

  /** Names of the members that changed, as in the feed. Empty: none, or the event does not tell. */
  fields: string[];
}

@Example<RecordStory>({
  data: [
    {
      at: exampleRecord.synced_at,
      event: 'changed',
      by: { kind: 'run', id: exampleRecord.id, is_kept: true },
      fields: ['status', 'line_items'],
    },
  ],
  is_complete: false,
})
export class RecordStory {
  /** Newest first, five at most. */
  data: RecordStoryEntry[];

  /** False: the record was written before the oldest entry, too. */
  is_complete: boolean;
}

@Example<RequestedRefetch>({ task_id: exampleRecord.id })
export class RequestedRefetch {
  /** The task. If it fails permanently, it is a failed task. */
  task_id: Uuid;
}

@Example<RefetchRepresentation>({ task_id: exampleRecord.id, status: 'done', error: null })
export class RefetchRepresentation extends RequestedRefetch {
  /** done: the record is stored as the shop had it, or marked as deleted. */
  status: 'pending' | 'done' | 'failed';

  /** Why the last attempt failed, in words for a person. Null when it is done. */
  error: string | null;
}

/** A record in the path of a request. */
export interface RecordAddress {
  kind: SystemCapability;
  sourceId: string;
}

/** Of a parameter in a path: the router refuses longer ones. */
export const maxSourceIdLength = 200;

/** Throws Problem, 404, for what no record can have. */
export function recordAddress(kind: string, sourceId: string): RecordAddress {
  const known = systemCapabilities.find((capability) => capability === kind);
  if (!known || sourceId.length === 0 || sourceId.length > maxSourceIdLength || !isStorable(sourceId)) throw noSuch('record');
  return { kind: known, sourceId };
}
