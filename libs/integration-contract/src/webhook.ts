import type { RecordOf, SystemCapability } from '@sync/records';

/** A webhook with a verified signature. */
export interface WebhookPayload {
  /** In the platform's words, such as `order.updated`; null if absent. */
  readonly topic: string | null;
  /** The parsed JSON. Integers beyond 2^53 are text, and all strings are storable. */
  readonly body: unknown;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
}

/** The current record. `restore` also undeletes it; `upsert` does not, since it may be late. */
export type RecordUpsert = {
  [C in SystemCapability]: { readonly kind: 'upsert' | 'restore'; readonly capability: C; readonly record: RecordOf[C] };
}[SystemCapability];

export interface RecordDeletion {
  readonly kind: 'delete';
  readonly capability: SystemCapability;
  readonly sourceId: string;
}

/** At most 100 records may have changed, and the webhook does not hold them: they are read from the shop again. */
export interface RecordRefetch {
  readonly kind: 'refetch';
  readonly capability: SystemCapability;
  readonly sourceIds: readonly string[];
}

/** A change that can be stored as it is. */
export type StorableChange = RecordUpsert | RecordDeletion;

/** A change that a webhook reports. */
export type RecordChange = StorableChange | RecordRefetch;

/** Called with each change. A rejection ends the handling and passes unchanged. */
export type OnChange = (change: RecordChange) => Promise<void>;
