import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { initialise, linkPatiently, type CalledService, type Caller, type RegisteringShop } from '../testing/actors';
import { json } from '../testing/exchange';
import { FeedReader } from './feed-reader';
import { PersistentSender } from './persistent-sender';
import type { Random } from './random';
import { ShopLife } from './shop-life';
import type { LateNames } from './late-names';
import type { TenantPlan } from './storm-plan';

const sendersAtOnce = 20;
const maxCopies = 3;
/** A shop whose records have all changed a moment ago has nothing to send: trying on would only cost processor time. */
const maxChangesAtOnce = 40;
const exportsEveryMs = 500;
const readsEveryMs = 1_500;
const collections = ['customers', 'products', 'orders'] as const;

/** What a storm rages against: a service of its own, or a deployment that is already there. */
export interface StormTarget extends CalledService {
  /** Webhook URL of the connection. */
  webhookUrl(connectionId: string): string;
  /** Under which the service reaches the shops; undefined: 127.0.0.1. */
  readonly shopAddress?: string;
  /** Null: its name servers are its own. */
  readonly names: LateNames | null;
}

/** A shop with the connection to it. `address`: as its plugin registered it. */
export interface StormShop {
  shop: DemoShopA;
  address: RegisteringShop;
  connectionId: string;
}

interface Run {
  capability: string;
  status: string;
  error: string | null;
}

/** One tenant of a storm: its shops change and send webhooks, it exports them and reads its records feed. */
export class StormTenant {
  readonly sender = new PersistentSender(sendersAtOnce);
  readonly feed: FeedReader;
  private readonly life: ShopLife;
  private isRaging = false;

  private constructor(
    private readonly service: StormTarget,
    readonly plan: TenantPlan,
    readonly caller: Caller,
    readonly shops: readonly [StormShop, ...StormShop[]],
    random: Random,
  ) {
    this.feed = new FeedReader(service, caller);
    const [{ shop, connectionId }] = shops;
    const send = (request: Parameters<PersistentSender['send']>[0]) => this.sender.send(request, random.between(1, maxCopies));
    this.life = new ShopLife(shop, random, service.webhookUrl(connectionId), send, plan.textLength);
  }

  /** Links the shops, which starts their first exports. */
  static async join(service: StormTarget, plan: TenantPlan, random: Random): Promise<StormTenant> {
    const caller = await initialise(service);
    const [first, ...others] = await Promise.all(Array.from({ length: plan.shops }, () => openShop(service, caller, plan)));
    if (!first) throw new Error(`${plan.name} has no shop`);
    return new StormTenant(service, plan, caller, [first, ...others], random);
  }

  get name(): string {
    return this.plan.name;
  }

  get connectionIds(): string[] {
    return this.shops.map(({ connectionId }) => connectionId);
  }

  /** Load until `calmDown`, and until each delivery is acknowledged. */
  async rage(): Promise<void> {
    this.isRaging = true;
    for (const { shop } of this.shops) slowDown(shop, this.plan.pageMs);
    await Promise.all([this.rain(), this.exportAll(), this.read()]);
  }

  /** The shops respond promptly from now on. */
  calmDown(): void {
    this.isRaging = false;
    for (const { shop } of this.shops) shop.setFaults([]);
  }

  async leave(): Promise<void> {
    await Promise.all(this.shops.map(({ shop }) => shop.stop()));
  }

  /** Changes the first shop until the changes produced the deliveries, spread over time. */
  private async rain(): Promise<void> {
    const { deliveries, overMs } = this.plan.webhooks;
    const begun = Date.now();
    for (let called = 0; called < deliveries; await sleep(20)) {
      const due = Math.min(deliveries, Math.ceil((deliveries * (Date.now() - begun)) / Math.max(1, overMs)));
      for (let tries = 0; called < due && tries < maxChangesAtOnce; tries += 1) called += this.life.happen();
    }
    await this.sender.idle();
  }

  /** A full export of each shop. Victims and shops with slow pages repeat it: only they must be exported at the same time. */
  private async exportAll(): Promise<void> {
    const { role, pageMs } = this.plan;
    const isRepeated = role === 'victim' || pageMs !== undefined;
    await Promise.all(
      this.connectionIds.map(async (id) => {
        for (let requested = 0; (this.isRaging && isRepeated) || requested === 0; await sleep(exportsEveryMs)) {
          if (await this.isExporting(id).catch(() => true)) continue;
          const path = `/api/system-connections/${id}/syncs`;
          const response = await this.service.ask('POST', path, { token: this.caller.token, body: { mode: 'full' } }).catch(() => null);
          if (response?.status === 202) requested += json<{ data: unknown[] }>(response).data.length;
        }
      }),
    );
  }

  private async read(): Promise<void> {
    for (; this.isRaging; await sleep(readsEveryMs)) await this.feed.readOn();
  }

  private async isExporting(connectionId: string): Promise<boolean> {
    return (await runsOf(this.service, this.caller, connectionId)).some(isOpen);
  }
}

/** The newest runs of the connection. Rejects while the service does not respond. */
export async function runsOf(service: CalledService, { token }: Caller, connectionId: string): Promise<Run[]> {
  const path = `/api/system-connections/${connectionId}/syncs?limit=100`;
  const response = await service.ask('GET', path, { token });
  if (response.status !== 200) throw new Error(`${path} responded ${response.status}`);
  return json<{ data: Run[] }>(response).data;
}

export const isOpen = ({ status }: Run): boolean => !['succeeded', 'failed', 'cancelled'].includes(status);

async function openShop(service: StormTarget, caller: Caller, plan: TenantPlan): Promise<StormShop> {
  const shop = await DemoShopA.start({ ...plan.sizes, address: service.shopAddress });
  const { pageMs, nameMs, textLength } = plan;
  if (textLength !== undefined) {
    for (const id of shop.ids('products')) shop.change('products', id, { description: 'x'.repeat(textLength) });
  }
  const url = nameMs === undefined || !service.names ? shop.url : service.names.rename(shop.url, nameMs);
  const address = { url, credentials: shop.credentials };
  slowDown(shop, pageMs);
  const { connectionId } = await linkPatiently(service, caller, address);
  return { shop, address, connectionId };
}

function slowDown(shop: DemoShopA, pageMs: number | undefined): void {
  if (pageMs === undefined) return;
  shop.setFaults(collections.map((path) => ({ kind: 'latency', ms: pageMs, path })));
}
