import { setTimeout as sleep } from 'node:timers/promises';
import { compareRecords, differs, type Comparison } from '../comparison/compare-records';
import { capabilities, isOpen, type RunningService, type SyncRun } from '../service/service';
import type { Step } from './report';
import type { Traffic } from './request-log';
import type { ShopUnderTest } from './shop-under-test';

/** By far longer than any sync of a shop that works. */
const syncTimeoutMs = 15 * 60_000;
const quietMs = 3_000;
const pollMs = 200;

interface SyncFigures {
  runs: readonly SyncRun[];
  traffic: Traffic | null;
  seconds: number | null;
}

export interface MeasuredSync extends SyncFigures {
  runs: SyncRun[];
  traffic: Traffic;
  seconds: number;
}

/** A shop with its connection in the service. */
export class LinkedShop {
  private constructor(
    readonly under: ShopUnderTest,
    private readonly service: RunningService,
    readonly connectionId: string,
  ) {}

  /** One handshake starts in the shop, the other in the tenant. Resolves when the first syncs have ended. */
  static async link(under: ShopUnderTest, service: RunningService): Promise<{ linked: LinkedShop; first: MeasuredSync }> {
    const { system, url, credentials } = under.shop;
    const identity = { system_slug: system, base_url: url, credentials };
    const mark = under.log.mark();
    const startedAt = Date.now();
    const id = await (system === 'commerce_a' ? service.linkFromShop(identity) : service.linkFromTenant(identity));
    const linked = new LinkedShop(under, service, id);
    const runs = await service.settled(id, syncTimeoutMs);
    const first = { runs, traffic: under.log.since(mark), seconds: (Date.now() - startedAt) / 1_000 };
    await service.syncByRequestOnly(id);
    await under.linked(id, service.url);
    await sleep(quietMs);
    return { linked, first };
  }

  get name(): string {
    return this.under.shop.name;
  }

  /** Requests a sync of every type. */
  start(mode: string): Promise<SyncRun[]> {
    return this.service.request(this.connectionId, mode);
  }

  latestRuns(): Promise<SyncRun[]> {
    return this.service.latestRuns(this.connectionId);
  }

  settled(timeoutMs = syncTimeoutMs): Promise<SyncRun[]> {
    return this.service.settled(this.connectionId, timeoutMs);
  }

  reconnect(): Promise<void> {
    return this.service.reconnect(this.connectionId);
  }

  disconnect(): Promise<void> {
    return this.service.disconnect(this.connectionId);
  }

  async status(): Promise<string> {
    const { status, status_reason } = await this.service.connection(this.connectionId);
    return status_reason === null ? status : `${status} (${status_reason.code})`;
  }

  /** A sync of every type, with what it asked the shop for. */
  async sync(mode: string): Promise<MeasuredSync> {
    const mark = this.under.log.mark();
    const startedAt = Date.now();
    await this.start(mode);
    const runs = await this.settled();
    return { runs, traffic: this.under.log.since(mark), seconds: (Date.now() - startedAt) / 1_000 };
  }

  /** Resolves when the service has sent that many requests since the mark, or no run is open any more. */
  async isBusy(mark: number, requests: number): Promise<boolean> {
    for (;;) {
      if (this.under.log.since(mark).requests >= requests) return true;
      if (!(await this.latestRuns()).some(isOpen)) return false;
      await sleep(pollMs);
    }
  }

  /** Every field of every record that is in the shop or in the service. */
  async compare(): Promise<Comparison> {
    const all: Comparison = { records: 0, fields: 0, wrong: [], stale: [], lost: [], ghosts: [] };
    for (const type of capabilities) {
      const expected = await this.under.expected(type);
      const found = compareRecords(expected, await this.service.feed(type, this.connectionId), this.under);
      all.records += found.records;
      all.fields += found.fields;
      const named = (id: string) => `${type} ${id}`;
      all.wrong.push(...found.wrong.map((wrong) => ({ ...wrong, sourceId: named(wrong.sourceId) })));
      all.stale.push(...found.stale);
      all.lost.push(...found.lost.map(named));
      all.ghosts.push(...found.ghosts.map(named));
    }
    return all;
  }
}

/** `succeeded`, or what else each run came to. */
export function outcomeOf(runs: readonly SyncRun[]): string {
  const words = runs.map(({ capability, status, error, deletions_held_back }) => {
    if (status !== 'succeeded') return `${capability} ${status}: ${error ?? ''}`;
    return deletions_held_back ? `${status}, ${deletions_held_back} deletions of ${capability} held back` : status;
  });
  return [...new Set(words)].join(', ');
}

/** The step of a sync whose result must be as the shop is. */
export function stepOf(shop: LinkedShop, name: string, { runs, ...figures }: SyncFigures, comparison: Comparison | null): Step {
  const outcome = outcomeOf(runs);
  const isDifferent = comparison !== null && differs(comparison);
  return {
    shop: shop.name,
    name,
    outcome: isDifferent ? `${outcome}, but records differ` : outcome,
    isWrong: outcome !== 'succeeded' || isDifferent,
    comparison,
    ...figures,
  };
}
