import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoShopA } from '@sync/demo-shops';
import { link, type Caller } from '../testing/actors';
import { json } from '../testing/exchange';
import { faults, type Fault } from './faults';
import { PersistentSender } from './persistent-sender';
import type { Random } from './random';
import { ShopLife } from './shop-life';
import type { StormyService } from './stormy-service';

const sendersAtOnce = 20;
const mostCopies = 3;
const capabilities = 3;

/** Load on a service with faults: a shop that changes and sends webhooks, and one export after another. */
export class Storm {
  readonly sender = new PersistentSender(sendersAtOnce);
  private readonly life: ShopLife;
  /** Count of each injected fault. */
  readonly met: Partial<Record<Fault, number>> = {};
  deliveries = 0;
  private exporting = true;

  private constructor(
    private readonly service: StormyService,
    shop: DemoShopA,
    private readonly caller: Caller,
    readonly connectionId: string,
    private readonly random: Random,
  ) {
    this.life = new ShopLife(shop, random, service.webhookUrl(connectionId), (request) =>
      this.sender.send(request, random.between(1, mostCopies)),
    );
  }

  /** Links the shop, which starts its first export. */
  static async over(service: StormyService, shop: DemoShopA, caller: Caller, random: Random): Promise<Storm> {
    const { connectionId } = await link(service, caller, shop);
    return new Storm(service, shop, caller, connectionId, random);
  }

  /** Changes the shop until the changes produced that many deliveries, spread over time. Resolves when each is acknowledged. */
  async rain(deliveries: number, overMs: number): Promise<void> {
    const begun = Date.now();
    let called = 0;
    while (called < deliveries) {
      const due = Math.min(deliveries, Math.ceil(((Date.now() - begun) / overMs) * deliveries));
      while (called < due) called += this.life.happen();
      await sleep(20);
    }
    this.deliveries += called;
    await this.sender.idle();
  }

  /** Requests full exports one after another until the storm ends, at least one. Returns their number. */
  async exports(): Promise<number> {
    let requested = 0;
    for (this.exporting = true; this.exporting || requested === 0; await sleep(200)) {
      if ((await this.openRuns()) > 0) continue;
      const path = `/api/system-connections/${this.connectionId}/syncs`;
      const response = await this.service.ask('POST', path, { token: this.caller.token, body: { mode: 'full' } }).catch(() => null);
      if (response?.status === 202) requested += json<{ data: unknown[] }>(response).data.length;
    }
    return requested;
  }

  calmDown(): void {
    this.exporting = false;
  }

  async strike(fault: Fault): Promise<void> {
    await faults[fault](this.service, this.random);
    this.met[fault] = (this.met[fault] ?? 0) + 1;
  }

  /** Waits until the first export of every capability is requested. */
  async begun(): Promise<void> {
    while ((await this.runs()) < capabilities) await sleep(50);
  }

  private async runs(): Promise<number> {
    return this.count('select count(*)::int as count from sync_runs where system_connection_id = $1');
  }

  private openRuns(): Promise<number> {
    return this.count(`select count(*)::int as count from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`);
  }

  private async count(sql: string): Promise<number> {
    const [row] = await this.service.rows<{ count: number }>(sql, [this.connectionId]);
    return row?.count ?? 0;
  }
}
