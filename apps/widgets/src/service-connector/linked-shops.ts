import { membersOf } from '../service/json';
import type { ServiceResponse } from '../service/request';
import { isSyncing, type LinkedShop } from './linked-shop';
import { pollDelayMs, type PollingHost } from './status-polling';

export interface ShopsHost extends Pick<PollingHost, 'untilShown'> {
  /** Resolves once the element is in the page. Rejects only when the response no longer matters. */
  read(path: string): Promise<ServiceResponse>;
  rerender(): void;
}

/** What the user does with a shop: answers a question before it changes, sees its settings, or the way to them. */
export interface Visit {
  /** Of the shop; empty: none yet. */
  id: string;
  what?: 'disconnect' | 'reconnect' | 'remove' | 'settings' | 'way';
  isOpen?: boolean;
  /** For the settings. */
  token?: string;
}

const syncingMs = 5_000;
const idleMs = 60_000;

/** The shops of a tenant on one platform. Keeps them fresh while there are any. */
export class LinkedShops {
  /** Undefined: not known yet. */
  list: readonly LinkedShop[] | undefined;
  /** The latest one. */
  visit: Visit = { id: '' };
  /** How far the service's clock is ahead of this machine's. */
  clockAheadMs = 0;
  private turn = 0;

  constructor(
    private readonly platform: string,
    private readonly host: ShopsHost,
  ) {}

  /** Reads them now. Without a usable response, those already known stay; if none are known, the user can still connect one. */
  async load(): Promise<void> {
    const turn = ++this.turn;
    for (let failures = 0; turn === this.turn;) {
      await this.host.untilShown();
      const before = this.list;
      const response = await this.host.read(`/api/widget/connections?system=${encodeURIComponent(this.platform)}`).catch(() => null);
      if (!response || turn !== this.turn) return;
      const { data } = membersOf(response.body);
      const isUsable = response.status === 200 && Array.isArray(data);
      failures = isUsable ? 0 : failures + 1;
      this.clockAheadMs = response.clockAheadMs;
      // Otherwise the user has changed a shop meanwhile.
      if (this.list === before) this.list = isUsable ? (data as LinkedShop[]) : (before ?? []);
      this.host.rerender();
      if (!this.list?.length) return;
      const intervalMs = this.list.some((shop) => isSyncing(shop, Date.now() + this.clockAheadMs)) ? syncingMs : idleMs;
      await new Promise((resolve) => setTimeout(resolve, pollDelayMs(failures, response.retryAfterMs, intervalMs)));
    }
  }

  show(visit: Visit): void {
    this.visit = visit;
    this.host.rerender();
  }

  /** The shop as it is now; without one it is gone. */
  replace(id: string, shop?: LinkedShop): void {
    this.list = this.list?.flatMap((other) => (other.id === id ? (shop ?? []) : other));
  }
}
