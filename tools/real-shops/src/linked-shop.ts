import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sync/test-harness';
import { compareRecords, differs, type Comparison, type ExpectedRecords, type ServedRecord } from './compare-records';
import { detailsOf, type Step } from './report';
import { connections, type Service } from './service';
import { capabilities, type Capability, type Identity, type Shop } from './shop';

export interface SyncRun {
  capability: Capability;
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  waiting: { reason: string } | null;
  /** Deletions that a person must confirm. */
  deletions_held_back?: number | null;
  /** Why the copy may lack records that the shop has. */
  incomplete: { reason: string } | null;
  error: string | null;
}

export interface MeasuredSync extends Figures {
  runs: readonly SyncRun[];
}

interface FeedPage {
  data: ServedRecord[];
  next_cursor: string;
  has_more: boolean;
}

/** By far longer than any sync of a shop that works. */
const syncTimeoutMs = 15 * 60_000;
const quietMs = 3_000;

export const isOpen = ({ status }: SyncRun): boolean => ['queued', 'running', 'waiting'].includes(status);

/** A shop with its connection in the service. */
export class LinkedShop {
  private constructor(
    readonly shop: Shop,
    private readonly service: Service,
    readonly connectionId: string,
  ) {}

  /** One handshake starts in the shop, the other in the tenant. Returns the step of the first syncs. */
  static async link(shop: Shop, service: Service): Promise<{ linked: LinkedShop; first: Step }> {
    const figures = measure(shop);
    const linked =
      shop.identity.system_slug === 'commerce_a'
        ? new LinkedShop(shop, service, await service.linkFromShop(shop.identity))
        : await LinkedShop.fromTenant(shop, shop.identity, service);
    const sync = { runs: await linked.firstSync(), ...figures() };
    await shop.createWebhooks?.(`${service.url}/api/webhooks/${linked.connectionId}`);
    await sleep(quietMs);
    return { linked, first: stepOf(shop, 'first sync', sync, await linked.compare()) };
  }

  static async fromTenant(shop: Shop, identity: Identity, service: Service): Promise<LinkedShop> {
    return new LinkedShop(shop, service, await service.linkFromTenant(identity));
  }

  /** As a plugin has linked it. */
  static of(shop: Shop, connectionId: string, service: Service): LinkedShop {
    return new LinkedShop(shop, service, connectionId);
  }

  /** Waits for the first sync. From then on, only what the rig or the shop asks for runs. */
  async firstSync(): Promise<SyncRun[]> {
    const runs = await this.settled();
    await this.ask('PATCH', '/configuration', { configuration: { frequency: 'manual' } });
    return runs;
  }

  /** The same connection, of the shop at another address. */
  at(shop: Shop): LinkedShop {
    return new LinkedShop(shop, this.service, this.connectionId);
  }

  async address(): Promise<string> {
    return (await this.ask<{ base_url: string }>('GET', '')).base_url;
  }

  /** Requests a sync of every type. */
  async start(mode: string): Promise<void> {
    await this.ask('POST', '/syncs', { capabilities, mode });
  }

  /** The newest run of each type. */
  async latestRuns(): Promise<SyncRun[]> {
    const { data } = await this.ask<{ data: SyncRun[] }>('GET', '/syncs');
    return capabilities.flatMap((capability) => data.find((run) => run.capability === capability) ?? []);
  }

  /** Waits until no type has an open run, and returns the latest of each. */
  async settled(timeoutMs = syncTimeoutMs): Promise<SyncRun[]> {
    let runs: SyncRun[] = [];
    const isSettled = async () => {
      runs = await this.latestRuns();
      return runs.length === capabilities.length && !runs.some(isOpen);
    };
    await until(isSettled, timeoutMs, () => `: ${JSON.stringify(runs)}`);
    return runs;
  }

  /** What an owner does: `reconnect` or `disconnect`, which ends what runs. */
  async owner(action: 'reconnect' | 'disconnect'): Promise<void> {
    await this.ask('POST', `/${action}`);
  }

  async remove(): Promise<void> {
    await this.ask('DELETE', '');
  }

  async isGone(): Promise<boolean> {
    const { data } = await this.service.ask<{ data: { id: string }[] }>('GET', connections);
    return !data.some(({ id }) => id === this.connectionId);
  }

  async status(): Promise<string> {
    const { status, status_reason } = await this.ask<{ status: string; status_reason: { code: string } | null }>('GET', '');
    return status_reason === null ? status : `${status} (${status_reason.code})`;
  }

  /** A sync of every type, with what it asked the shop for. */
  async sync(mode: string): Promise<MeasuredSync> {
    const figures = measure(this.shop);
    await this.start(mode);
    return { runs: await this.settled(), ...figures() };
  }

  /** A sync whose result must be as the shop is. */
  async compared(name: string, mode: string): Promise<Step> {
    const sync = await this.sync(mode);
    return stepOf(this.shop, name, sync, await this.compare());
  }

  /** When the service stored one record as the shop has it now, or what is wrong with it. */
  async lookAt(type: Capability, id: string, expected: ExpectedRecords): Promise<number | string> {
    const served = (await this.feed(type)).find(({ source_id }) => source_id === id);
    if (!served) return 'it is not served';
    const record = expected.get(id);
    const found = compareRecords(new Map(record ? [[id, record]] : []), [served], this.shop);
    if (!differs(found)) return new Date(served.synced_at).getTime();
    return [...detailsOf(found), `stored at ${served.synced_at}`].join('; ');
  }

  /** Every field of every record that is in the shop or in the service. */
  async compare(): Promise<Comparison> {
    const all: Comparison = { records: 0, fields: 0, wrong: [], stale: [], lost: [], ghosts: [] };
    for (const type of capabilities) {
      const found = compareRecords(await this.shop.expected(type), await this.feed(type), this.shop);
      all.records += found.records;
      all.fields += found.fields;
      const named = (id: string) => `${type} ${id}`;
      for (const list of ['wrong', 'stale'] as const)
        all[list].push(...found[list].map((each) => ({ ...each, sourceId: named(each.sourceId) })));
      for (const list of ['lost', 'ghosts'] as const) all[list].push(...found[list].map(named));
    }
    return all;
  }

  /** The last version of each record, tombstones included. */
  private async feed(type: Capability): Promise<ServedRecord[]> {
    const records = new Map<string, ServedRecord>();
    for (let cursor: string | null = null; ;) {
      const query = new URLSearchParams({ source_connection_id: this.connectionId, limit: '1000', ...(cursor && { cursor }) });
      const page: FeedPage = await this.service.ask('GET', `/api/records/${type}?${query.toString()}`);
      for (const record of page.data) records.set(record.source_id, record);
      if (!page.has_more) return [...records.values()];
      cursor = page.next_cursor;
    }
  }

  private ask<T>(method: string, path: string, body?: object): Promise<T> {
    return this.service.ask<T>(method, `${connections}/${this.connectionId}${path}`, body);
  }
}

type Figures = Pick<Step, 'traffic' | 'seconds'>;

/** Starts to measure. The result returns what the service has asked the shop for since, and the time. */
export function measure({ front }: Shop): () => Figures {
  const startedAt = Date.now();
  const traffic = front.measure();
  return () => ({ traffic: traffic(), seconds: (Date.now() - startedAt) / 1_000 });
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
export function stepOf({ name: shop }: Shop, name: string, { runs, ...figures }: MeasuredSync, comparison?: Comparison): Step {
  const outcome = outcomeOf(runs);
  const isDifferent = comparison !== undefined && differs(comparison);
  const isWrong = outcome !== 'succeeded' || isDifferent;
  return { shop, name, outcome: isDifferent ? `${outcome}, but records differ` : outcome, isWrong, comparison, ...figures };
}
