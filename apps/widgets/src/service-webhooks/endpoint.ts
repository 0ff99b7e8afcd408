/** Where the company's server hears of events: what the service responds (`WebhookEndpointRepresentation`). Times are ISO 8601. */
export interface Endpoint {
  id: string;
  url: string;
  /** Null: all. */
  events: readonly string[] | null;
  /** Null: those of all shops. */
  source_connection_ids: readonly string[] | null;
  description: string | null;
  status: string;
  disabled_reason: string | null;
  failing_since: string | null;
  last_delivered_at: string | null;
}

/** What was sent there (`WebhookDeliveryRepresentation`). */
export interface Delivery {
  id: string;
  event_type: string;
  status: string;
  attempts: number;
  last_response_status: number | null;
  /** In English. */
  last_error: string | null;
  next_attempt_at: string | null;
  created_at: string;
}

/** Events that a user can choose. The test event needs no choice. */
export const eventTypes = [
  'records.changed',
  'connection.status_changed',
  'sync_run.finished',
  'configuration.saved',
  'person.erased',
] as const;

/** What the form holds. */
export interface Draft {
  url: string;
  /** Null: all. */
  events: readonly string[] | null;
}

export const emptyDraft: Draft = { url: '', events: null };

/** Keeps the types that this version does not know. */
export function toggled(events: readonly string[], type: string): string[] {
  return events.includes(type) ? events.filter((other) => other !== type) : [...events, type];
}

/** A query may hold a key, which is nothing for a list. */
export function shownAddress(url: string): string {
  const [address = '', query] = url.split('?');
  return query === undefined ? address : `${address}?…`;
}

const soonestMs = 2_000;
const latestMs = 60_000;

/** When to read again: a little after the next attempt, at most a minute later. `now`: ms since 1970 by the clock of the service. */
export function nextLookMs(deliveries: readonly Delivery[] | undefined, now: number): number {
  const due = (deliveries ?? []).flatMap(({ status, next_attempt_at: at }) => (status === 'pending' && at ? Date.parse(at) - now : []));
  return Math.min(Math.max(soonestMs, Math.min(...due) + 1_000), latestMs);
}
