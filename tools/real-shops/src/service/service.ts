import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartedService } from '@sync/test-harness';

export type Capability = 'customers' | 'products' | 'orders';
export const capabilities: readonly Capability[] = ['customers', 'products', 'orders'];

export interface SyncRun {
  id: string;
  capability: Capability;
  mode: string;
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  waiting: { reason: string; until: string } | null;
  pages_done: number;
  pages_total: number | null;
  records_fetched: number;
  records_written: number;
  records_skipped: number;
  /** Deletions that a person must confirm. */
  deletions_held_back?: number | null;
  /** Why the copy may lack records that the shop has. */
  incomplete: { reason: string } | null;
  error: string | null;
}

/** What a plugin learns when the service could not verify its shop. */
export interface Verification {
  status: number;
  reason: string | null;
  location_origin: string | null;
}

export type FeedRecord = Record<string, unknown> & { source_id: string; deleted_at: string | null };

interface FeedPage {
  data: FeedRecord[];
  next_cursor: string;
  has_more: boolean;
}

interface Ask {
  token?: string;
  body?: unknown;
}

export const isOpen = ({ status }: SyncRun): boolean => ['queued', 'running', 'waiting'].includes(status);

const pollMs = 500;
const handshake = '/api/system-connections';

/** The service as `npm start` runs it, without demo shops and on its own Postgres, with one tenant that links the shops. */
export class RunningService {
  private constructor(
    private readonly started: StartedService,
    readonly url: string,
    private readonly token: string,
  ) {}

  static async start(folder: string): Promise<RunningService> {
    const dataFolder = join(folder, 'service');
    mkdirSync(dataFolder, { recursive: true });
    chmodSync(dataFolder, 0o755);
    const started = new StartedService({ DATA_FOLDER: dataFolder, DEMO: '0', EXPORT_WORKERS: '2', REGISTER_RATE_LIMIT_PER_MINUTE: '1000' });
    const url = await started.ready();
    const { token } = await ask<{ token: string }>(url, 'POST', `${handshake}/connect`, { body: { system_slug: 'mailing_platform' } });
    return new RunningService(started, url, token);
  }

  /** The last lines of its output, each cut to what says why. */
  get output(): string {
    return this.started.lines
      .slice(-20)
      .map((line) => line.slice(0, 300))
      .join('\n');
  }

  /** The shop's plugin starts the handshake and the tenant claims it. Returns the connection's id. */
  async linkFromShop(identity: object): Promise<string> {
    const body = await ask<{ connection_token: string }>(this.url, 'POST', `${handshake}/register`, { body: identity });
    const connection_token = body.connection_token;
    const { id } = await this.ask<{ id: string }>('POST', `${handshake}/connect`, { connection_token });
    return id;
  }

  /** The tenant starts the handshake and the shop's plugin finalises it. Returns the connection's id. */
  async linkFromTenant(identity: object): Promise<string> {
    const { connection_token } = await this.ask<{ connection_token: string }>('POST', `${handshake}/connect`, {});
    const { id } = await ask<{ id: string }>(this.url, 'POST', `${handshake}/register`, { body: { connection_token, ...identity } });
    return id;
  }

  /** What a plugin that the tenant invited learns about a shop that may not work. Leaves no connection. */
  async verify(identity: object): Promise<Verification> {
    const { connection_token, connection_id } = await this.ask<Record<string, string>>('POST', `${handshake}/connect`, {});
    const response = await send(this.url, 'POST', `${handshake}/register`, { body: { connection_token, ...identity } });
    const { reason = null, location_origin = null } = (await response.json()) as Partial<Verification>;
    await this.remove(connection_id ?? '');
    return { status: response.status, reason, location_origin };
  }

  async remove(connectionId: string): Promise<void> {
    await this.ask('DELETE', `${handshake}/${connectionId}`);
  }

  /** What an owner does with a connection in error. */
  async reconnect(connectionId: string): Promise<void> {
    await this.ask('POST', `${handshake}/${connectionId}/reconnect`);
  }

  /** Ends what runs. */
  async disconnect(connectionId: string): Promise<void> {
    await this.ask('POST', `${handshake}/${connectionId}/disconnect`);
  }

  /** Only what the rig asks for runs. */
  async syncByRequestOnly(connectionId: string): Promise<void> {
    await this.ask('PATCH', `${handshake}/${connectionId}/configuration`, { configuration: { frequency: 'manual' } });
  }

  connection(connectionId: string): Promise<{ status: string; status_reason: { code: string; message: string } | null }> {
    return this.ask('GET', `${handshake}/${connectionId}`);
  }

  async request(connectionId: string, mode: string, which: readonly Capability[] = capabilities): Promise<SyncRun[]> {
    const { data } = await this.ask<{ data: SyncRun[] }>('POST', `${handshake}/${connectionId}/syncs`, { capabilities: which, mode });
    return data;
  }

  /** The newest run of each capability, newest first. */
  async latestRuns(connectionId: string): Promise<SyncRun[]> {
    const { data } = await this.ask<{ data: SyncRun[] }>('GET', `${handshake}/${connectionId}/syncs`);
    return capabilities.flatMap((capability) => data.find((run) => run.capability === capability) ?? []);
  }

  /** Waits until no capability has an open run, and returns the latest of each. */
  async settled(connectionId: string, timeoutMs: number, onPoll: (runs: SyncRun[]) => void = () => undefined): Promise<SyncRun[]> {
    for (const deadline = Date.now() + timeoutMs; ; await sleep(pollMs)) {
      const runs = await this.latestRuns(connectionId);
      onPoll(runs);
      if (runs.length === capabilities.length && !runs.some(isOpen)) return runs;
      if (Date.now() > deadline) throw new Error(`Runs are still open after ${timeoutMs / 1000} s: ${JSON.stringify(runs)}`);
    }
  }

  /** The whole feed of one type: the last version of each record, tombstones included. */
  async feed(type: Capability, connectionId: string): Promise<FeedRecord[]> {
    const records = new Map<string, FeedRecord>();
    for (let cursor: string | null = null; ;) {
      const query = new URLSearchParams({ source_connection_id: connectionId, limit: '1000', ...(cursor && { cursor }) });
      const page: FeedPage = await this.ask('GET', `/api/records/${type}?${query.toString()}`);
      for (const record of page.data) records.set(record.source_id, record);
      if (!page.has_more) return [...records.values()];
      cursor = page.next_cursor;
    }
  }

  async stop(): Promise<void> {
    await this.started.stop();
  }

  private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask(this.url, method, path, { token: this.token, body });
  }
}

function send(url: string, method: string, path: string, { token, body }: Ask): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function ask<T>(url: string, method: string, path: string, asked: Ask): Promise<T> {
  const response = await send(url, method, path, asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
