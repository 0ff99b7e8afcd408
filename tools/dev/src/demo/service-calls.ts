import { connectPath } from '@sync/service-runtime';
import { CannotStart } from '../supervisor/cannot-start';

/** A step of the demo failed. The message is for the person at the terminal. */
export class DemoFailed extends CannotStart {}

export interface Connection {
  id: string;
  status: string;
}

export interface SyncRun {
  id: string;
  capability: string;
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  waiting: { reason: string } | null;
  pages_total: number | null;
  pages_done: number;
  records_fetched: number;
  records_written: number;
  error: string | null;
  started_at: string | null;
  finished_at: string | null;
}

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

export interface FeedPage {
  data: SourceRecord[];
  next_cursor: string;
  has_more: boolean;
}

export type SourceRecord = Record<string, unknown>;

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

/** The calls that a company's own system makes to the service. */
export class ServiceCalls {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** Direct-system initialisation: a new tenant and its token. */
  static initialise(url: string, externalUserId: string): Promise<{ tenant_id: string; token: string; connection: Connection }> {
    const body = { system_slug: 'mailing_platform', external_user_id: externalUserId };
    return call('Direct-system initialisation', url + connectPath, { method: 'POST', body });
  }

  /** Starts a handshake. The token goes into the shop's plugin. */
  startHandshake(): Promise<{ connection_token: string; expires_at: string; connection_id: string }> {
    return call('Starting the handshake', this.url + connectPath, { method: 'POST', token: this.token, body: {} });
  }

  /** Finalises a handshake that a plugin started. */
  finishHandshake(connectionToken: string): Promise<Connection> {
    const body = { connection_token: connectionToken };
    return call('Finalising the handshake', this.url + connectPath, { method: 'POST', token: this.token, body });
  }

  /** Uninstalls: the shop is not called any more, and its records go. */
  async uninstall(connectionId: string): Promise<void> {
    await call('Uninstalling', `${this.url}/api/system-connections/${connectionId}`, { method: 'DELETE', token: this.token });
  }

  async syncs(connectionId: string): Promise<SyncRun[]> {
    const page = await this.get<Page<SyncRun>>('Sync status', `/api/system-connections/${connectionId}/syncs`);
    return page.data;
  }

  records(type: string, connectionId: string, limit: number, cursor: string | null): Promise<FeedPage> {
    const query = new URLSearchParams({ source_connection_id: connectionId, limit: String(limit), ...(cursor === null ? {} : { cursor }) });
    return this.get(`Feed of ${type}`, `/api/records/${type}?${query.toString()}`);
  }

  /** Reads all pages after the cursor. The returned cursor precedes all later changes. */
  async readFeed(type: string, connectionId: string, from: string | null): Promise<{ records: SourceRecord[]; cursor: string }> {
    const records: SourceRecord[] = [];
    for (let cursor = from; ;) {
      const page: FeedPage = await this.records(type, connectionId, 1_000, cursor);
      records.push(...page.data);
      if (!page.has_more) return { records, cursor: page.next_cursor };
      cursor = page.next_cursor;
    }
  }

  /** Reads the whole feed and counts its records. */
  async countRecords(type: string, connectionId: string): Promise<number> {
    return (await this.readFeed(type, connectionId, null)).records.length;
  }

  private get<T>(what: string, path: string): Promise<T> {
    return call(what, this.url + path, { token: this.token });
  }
}

/** Calls the control API of a demo shop. */
export function controlShop<T>(shopUrl: string, action: string, body: Record<string, unknown> = {}): Promise<T> {
  return call(`Demo shop, ${action}`, `${shopUrl}/__control/${action}`, { method: 'POST', body });
}
