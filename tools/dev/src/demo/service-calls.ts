/** A step of the demo failed. The message is for the person at the terminal. */
export class DemoFailed extends Error {}

export interface Connection {
  id: string;
  tenant_id: string | null;
  name: string | null;
  status: string;
  base_url: string | null;
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
  records_skipped: number;
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

async function send(what: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(responseTimeoutMs) });
  } catch (error) {
    throw new DemoFailed(`${what}: no response from ${url} (${(error as Error).message}).`);
  }
}

async function call<T>(what: string, url: string, init: RequestInit): Promise<T> {
  const response = await send(what, url, init);
  const text = await response.text();
  if (!response.ok) throw new DemoFailed(`${what}: ${response.status} from ${url}\n${text}`);
  return JSON.parse(text) as T;
}

function posted(body: unknown, token?: string): RequestInit {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return { method: 'POST', headers: { 'content-type': 'application/json', ...authorization }, body: JSON.stringify(body) };
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
    return call('Direct-system initialisation', `${url}/api/system-connections/connect`, posted(body));
  }

  /** Starts a handshake. The token goes into the shop's plugin. */
  startHandshake(): Promise<{ connection_token: string; expires_at: string; connection_id: string }> {
    return call('Starting the handshake', `${this.url}/api/system-connections/connect`, posted({}, this.token));
  }

  /** Finalises a handshake that a plugin started. */
  finishHandshake(connectionToken: string): Promise<Connection> {
    return call(
      'Finalising the handshake',
      `${this.url}/api/system-connections/connect`,
      posted({ connection_token: connectionToken }, this.token),
    );
  }

  /** Uninstalls: the shop is not called any more, and its records go. */
  async uninstall(connectionId: string): Promise<void> {
    const init = { method: 'DELETE', headers: { authorization: `Bearer ${this.token}` } };
    const { status } = await send('Uninstalling', `${this.url}/api/system-connections/${connectionId}`, init);
    if (status !== 204) throw new DemoFailed(`Uninstalling connection ${connectionId}: ${status}.`);
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
    return call(what, `${this.url}${path}`, { headers: { authorization: `Bearer ${this.token}` } });
  }
}

interface Overview {
  connections: { status: string; count: number }[];
  service: { failed_tasks: number };
}

/** The calls that the admin panel makes to the service. */
export class AdminCalls {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string, { login, password }: { login: string; password: string }): Promise<AdminCalls> {
    const body = { login, password, kind: 'bearer' };
    const { token } = await call<{ token: string }>('Signing in', `${url}/api/admin/sessions`, posted(body));
    return new AdminCalls(url, token);
  }

  /** The generated password works for nothing else. */
  async changePassword(current: string, next: string): Promise<void> {
    const init = { ...posted({ current_password: current, new_password: next }, this.token), method: 'PUT' };
    const { status } = await send('Changing the password', `${this.url}/api/admin/me/password`, init);
    if (status !== 204) throw new DemoFailed(`Changing the administrator's password: ${status}.`);
  }

  overview(): Promise<Overview> {
    return this.get('Overview', 'dashboard');
  }

  /** The newest ones. */
  async syncRuns(): Promise<SyncRun[]> {
    return (await this.get<Page<SyncRun>>('Sync runs', 'sync-runs')).data;
  }

  private get<T>(what: string, path: string): Promise<T> {
    return call(what, `${this.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${this.token}` } });
  }
}

/** Calls the control API of a demo shop. */
export function controlShop<T>(shopUrl: string, action: string, body: Record<string, unknown> = {}): Promise<T> {
  return call(`Demo shop, ${action}`, `${shopUrl}/__control/${action}`, posted(body));
}

/** Posts a raw body and returns the status of the response. */
export async function postStatus(what: string, url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await send(what, url, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}
