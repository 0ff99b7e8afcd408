import { membersOf } from '../service/json';
import type { ServiceResponse } from '../service/request';

export type PollResult =
  /** The plugin has not connected yet. */
  | 'waiting'
  /** No usable response: poll again later. */
  | 'retrying'
  | 'active'
  /** The service does not accept the access token. */
  | 'refused'
  /** The connection is gone, or was deactivated before this element saw it active. */
  | 'ended'
  /** The plugin connected, but the shop has failed since. */
  | 'broken'
  /** The plugin did not connect before the token expired. */
  | 'expired';

/** A connection that waits for its plugin. */
export interface PendingConnection {
  id: string;
  /** The connection token. */
  token: string;
  /** Ms since 1970 by the clock of this machine. */
  expiresAt: number;
}

const intervalMs = 3_000;
const maxDelayMs = 60_000;
/** Per element. A user who has generated ten more tokens will not paste an older one. */
const maxPending = 10;

const refusals: Record<number, PollResult> = { 401: 'refused', 403: 'refused', 404: 'ended' };
const statuses = new Map<unknown, PollResult>([
  ['pending', 'waiting'],
  ['active', 'active'],
  ['error', 'broken'],
  ['inactive', 'ended'],
  ['disconnected', 'ended'],
]);

/** The connection may still become active. */
export const openResults: readonly PollResult[] = ['waiting', 'retrying', 'refused'];

export function pollResultOf({ status, body }: ServiceResponse): PollResult {
  if (status !== 200) return refusals[status] ?? 'retrying';
  return statuses.get(membersOf(body).status) ?? 'retrying';
}

function attemptOf({ body }: ServiceResponse): unknown {
  return membersOf(membersOf(body).last_attempt).code;
}

/** Backs off exponentially. `failures`: in a row. */
export function pollDelayMs(failures: number, retryAfterMs: number | null, usualMs = intervalMs): number {
  return Math.max(Math.min(usualMs * 2 ** failures, maxDelayMs), retryAfterMs ?? 0);
}

export interface PollingHost {
  /** Resolves once the element is in the page. Rejects only when the response no longer matters. */
  requestStatus(connectionId: string): Promise<ServiceResponse>;
  /** Waits while the page is hidden or the element is outside it. */
  untilShown(): Promise<void>;
  /** `attempt`: why the plugin could not connect with the token, by code; undefined if it has not failed. */
  polled(connection: PendingConnection, result: PollResult, attempt: unknown): void;
}

/**
 * Polls the newest pending connection every 3 seconds, then one of the earlier ones in turn. Requests never overlap, and polling of a
 * connection stops after its token has expired.
 */
export class StatusPolling {
  private pending: readonly PendingConnection[] = [];
  private isRunning = false;
  private failures = 0;

  constructor(private readonly host: PollingHost) {}

  /** Keeps polling earlier connections, because the user may have pasted an earlier token. */
  watch(connection: PendingConnection): void {
    this.pending = [connection, ...this.pending].slice(0, maxPending);
    this.resume();
  }

  /** Continues after a refusal. */
  resume(): void {
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    this.failures = 0;
    let delayMs: number | null = intervalMs;
    for (let turn = 0; delayMs && this.pending.length; turn++) {
      await new Promise((resolve) => setTimeout(resolve, delayMs ?? 0));
      const [newest, ...earlier] = this.pending;
      for (const connection of [newest, earlier[turn % earlier.length]]) {
        // The first poll may have ended the wait for both.
        if (!connection || !this.pending.includes(connection)) continue;
        delayMs = await this.poll(connection);
        if (delayMs !== intervalMs) break;
      }
    }
    this.isRunning = false;
  }

  /** Returns the delay before the next poll; null stops polling. */
  private async poll(connection: PendingConnection): Promise<number | null> {
    await this.host.untilShown();
    const isLast = Date.now() >= connection.expiresAt;
    const response = await this.host.requestStatus(connection.id).catch(() => null);
    if (!response) return null;
    const result = pollResultOf(response);
    this.failures = result === 'retrying' ? this.failures + 1 : 0;
    this.take(connection, result === 'waiting' && isLast ? 'expired' : result, attemptOf(response));
    return result === 'refused' ? null : pollDelayMs(this.failures, response.retryAfterMs);
  }

  private take(connection: PendingConnection, result: PollResult, attempt: unknown): void {
    if (result === 'active') this.pending = [];
    else if (!openResults.includes(result)) this.pending = this.pending.filter((other) => other !== connection);
    this.host.polled(connection, result, attempt);
  }
}
