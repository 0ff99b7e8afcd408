import type { Answer } from '../service/ask';

/** What one look at a pending connection says. */
export type Look =
  /** The plugin has not come yet. */
  | 'waiting'
  /** No answer of use: the next look comes later. */
  | 'retrying'
  | 'active'
  /** Refused: the access token is not known any more, or may not ask. */
  | 'refused'
  /** Not there any more, or out of use before it ever was active for us. */
  | 'ended'
  /** The plugin came, but the shop failed since. */
  | 'broken'
  /** The plugin did not come while its token was good. */
  | 'expired';

/** A connection that waits for its plugin. */
export interface Pending {
  id: string;
  /** Its connection token. */
  token: string;
  /** Ms since 1970 by the clock of this machine. */
  expiresAt: number;
}

/** "Status polling interval: 3 seconds" */
const intervalMs = 3_000;
const longestPauseMs = 60_000;
/** Of one element: whoever has asked for ten more tokens will not paste that one. */
const mostPending = 10;

const refusals: Record<number, Look> = { 401: 'refused', 403: 'refused', 404: 'ended' };
const statuses = new Map<unknown, Look>([
  ['pending', 'waiting'],
  ['active', 'active'],
  ['error', 'broken'],
  ['inactive', 'ended'],
  ['disconnected', 'ended'],
]);

/** More may come of a connection that is seen like this. */
const isOpen: readonly Look[] = ['waiting', 'retrying', 'refused'];

export function lookOf({ status, body }: Answer): Look {
  if (status !== 200) return refusals[status] ?? 'retrying';
  return statuses.get((body as { status?: unknown } | null)?.status) ?? 'retrying';
}

/** Ms until the next look, after so many in a row that came to nothing. */
export function pauseMs(failures: number, retryAfterMs: number | null): number {
  return Math.max(Math.min(intervalMs * 2 ** failures, longestPauseMs), retryAfterMs ?? 0);
}

/** Where the looks are made. */
export interface Lookout {
  /** Asks for the status of a connection; rejects only when the answer is of no interest any more. */
  ask(connectionId: string): Promise<Answer>;
  /** Waits while nobody can see the element. */
  untilShown(): Promise<void>;
  /** Waits while the element is in no document. */
  untilAttached(): Promise<void>;
  saw(connection: Pending, look: Look): void;
}

/**
 * Looks at the newest pending connection every 3 seconds, and then at one of those before it; each time only after the previous answer, and at
 * none of them longer than it could become active.
 */
export class StatusPolling {
  private pending: readonly Pending[] = [];
  private isRunning = false;
  private failures = 0;

  constructor(private readonly lookout: Lookout) {}

  /** Besides those before it: the shop's owner may have pasted an earlier token. */
  watch(connection: Pending): void {
    this.pending = [connection, ...this.pending].slice(0, mostPending);
    this.resume();
  }

  /** After a refusal. */
  resume(): void {
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    this.failures = 0;
    let pause: number | null = intervalMs;
    for (let turn = 0; pause && this.pending.length; turn++) {
      await new Promise((resolve) => setTimeout(resolve, pause ?? 0));
      const [newest, ...earlier] = this.pending;
      for (const connection of [newest, earlier[turn % earlier.length]]) {
        // What the first look has found may make the second one needless.
        if (!connection || !this.pending.includes(connection)) continue;
        pause = await this.look(connection);
        if (pause !== intervalMs) break;
      }
    }
    this.isRunning = false;
  }

  /** Ms until the next one; null: there must be none. */
  private async look(connection: Pending): Promise<number | null> {
    await this.lookout.untilShown();
    const isLast = Date.now() >= connection.expiresAt;
    const answer = await this.lookout.ask(connection.id).catch(() => null);
    await this.lookout.untilAttached();
    if (!answer) return null;
    const look = lookOf(answer);
    this.failures = look === 'retrying' ? this.failures + 1 : 0;
    this.note(connection, look === 'waiting' && isLast ? 'expired' : look);
    return look === 'refused' ? null : pauseMs(this.failures, answer.retryAfterMs);
  }

  private note(connection: Pending, look: Look): void {
    if (look === 'active') this.pending = [];
    else if (!isOpen.includes(look)) this.pending = this.pending.filter((other) => other !== connection);
    this.lookout.saw(connection, look);
  }
}
