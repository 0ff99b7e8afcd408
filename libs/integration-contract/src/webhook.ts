import type { RecordOf, SystemCapability } from '@sync/records';

/** A webhook of a shop, its signature found to be right. */
export interface WebhookPayload {
  /** What it is about, in the platform's words (for example `order.updated`); null when the shop did not say. */
  readonly topic: string | null;
  /** The parsed JSON, whatever it is: integers that a double cannot hold are text, strings can be stored. */
  readonly body: unknown;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
}

/** The record as it is now. `restore` also brings it back when it was deleted, `upsert` does not: it may be late. */
export type RecordUpsert = {
  [C in SystemCapability]: { readonly kind: 'upsert' | 'restore'; readonly capability: C; readonly record: RecordOf[C] };
}[SystemCapability];

export interface RecordDeletion {
  readonly kind: 'delete';
  readonly capability: SystemCapability;
  readonly sourceId: string;
}

/** What a webhook says has become of one record. */
export type RecordChange = RecordUpsert | RecordDeletion;

/** Called with each change; a rejection ends the handling and is passed on unchanged. */
export type OnChange = (change: RecordChange) => Promise<void>;
