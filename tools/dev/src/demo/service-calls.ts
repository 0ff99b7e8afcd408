import type { ConnectionSync, RecordOf, RecordType, SyncRun as FullSyncRun } from '@sync/client';
import { CannotStart } from '../supervisor/cannot-start';

/** A step of the demo failed. The message is for the person at the terminal. */
export class DemoFailed extends CannotStart {}

/** What the demo shows of a run. */
export type SyncRun = Pick<
  FullSyncRun,
  | 'id'
  | 'capability'
  | 'status'
  | 'waiting'
  | 'pages_total'
  | 'pages_done'
  | 'records_fetched'
  | 'records_written'
  | 'error'
  | 'started_at'
  | 'finished_at'
>;

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

const responseTimeoutMs = 30_000;

interface Sent {
  method?: 'POST' | 'PUT' | 'DELETE';
  token?: string;
  body?: unknown;
}

/** Calls the service or a shop. `what` names the step for a person. Throws DemoFailed unless the call succeeds. */
export async function call<T>(what: string, url: string, { method, token, body }: Sent = {}): Promise<T> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const init = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(responseTimeoutMs) };
  const response = await fetch(url, init).catch((error: Error) => {
    throw new DemoFailed(`${what}: no response from ${url} (${error.message}).`);
  });
  const text = await response.text();
  if (!response.ok) throw new DemoFailed(`${what}: ${response.status} from ${url}\n${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Where a company reads. */
export interface FeedStart {
  type: RecordType;
  connectionId: string;
  /** Left out: from the beginning. */
  cursor?: string | undefined;
}

export type SourceRecord = RecordOf<RecordType>;

/** Reads all pages after the cursor. The returned cursor precedes all later changes. */
export async function readFeed(
  company: ConnectionSync,
  { type, connectionId, cursor }: FeedStart,
): Promise<{ records: SourceRecord[]; cursor: string | undefined }> {
  const query = { source_connection_id: connectionId, limit: 1_000, ...(cursor !== undefined && { cursor }) };
  const records: SourceRecord[] = [];
  for await (const { data, next_cursor } of company.records.list(type, query).pages()) {
    records.push(...data);
    cursor = next_cursor;
  }
  return { records, cursor };
}

/** Calls the control API of a demo shop. */
export function controlShop<T>(shopUrl: string, action: string, body: Record<string, unknown> = {}): Promise<T> {
  return call(`Demo shop, ${action}`, `${shopUrl}/__control/${action}`, { method: 'POST', body });
}
