/** A task this process works on. `attempts` grows with each claim, so it fences off earlier ones. */
export interface ClaimedTask {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
  waitedMs: number;
  systemConnectionId: string | null;
  requestId: string | null;
  /** Where the trace goes on that the task comes from; null: it is not traced. */
  traceparent: string | null;
  /** An operator retried it after it had failed. */
  isRetry: boolean;
  /** Why an earlier attempt failed. */
  lastError: string | null;
  recordedAt: Date;
  /** Of a webhook: its topic, and its JSON. The body is null once it was erased, long after it failed. */
  topic: string | null;
  body: string | null;
}

/** SQL: the columns of a ClaimedTask. */
export const claimedFields = `
  id, name, payload, attempts, max_attempts as "maxAttempts", waited_ms as "waitedMs", system_connection_id as "systemConnectionId",
  request_id as "requestId", traceparent, retried_at is not null as "isRetry", last_error as "lastError",
  created_at as "recordedAt", topic, body`;

/** SQL: what a claim sets. $2 is the length of the lease in milliseconds. Counts the attempt before it starts, so that a crash counts too. */
export const pickedUp = `attempts = attempts + 1, held = true, not_before = now() + $2 * interval '1 ms', updated_at = now()`;
