import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import type { SyncMode } from '@sync/sync-runs';
import { GatedShop, type PageName } from './gated-shop';
import { linkShop, requestSync, type LinkedShop } from './linked-shop';
import type { SyncScene } from './sync-scene';

const maxWaitMs = 5_000;
/** Orders of the shops: ten pages. */
const orders = 500;

interface EditableShop {
  url: string;
  credentials: object;
  add(collection: 'orders'): number;
  change(collection: 'orders', id: number, fields: Record<string, unknown>): boolean;
  remove(collection: 'orders', id: number): boolean;
  setFaults(faults: { kind: 'status'; status: number }[]): void;
  stop(): Promise<void>;
}

/** A shop whose list of orders drifts between two responses. */
export class DriftingShop<S extends EditableShop = EditableShop> {
  private started: number[] = [];
  private readonly modified = new Set<number>();

  private constructor(
    private readonly scene: SyncScene,
    readonly shop: S,
    readonly gate: GatedShop,
    readonly linked: LinkedShop,
    private readonly listed: () => number[],
  ) {}

  static async ofA(scene: SyncScene): Promise<DriftingShop<DemoShopA>> {
    const shop = await DemoShopA.start({ customers: 1, products: 1, orders });
    const gate = await GatedShop.before(shop);
    return new DriftingShop(scene, shop, gate, await linkShop(scene.database.dataSource, gate), () => shop.ids('orders'));
  }

  static async ofB(scene: SyncScene): Promise<DriftingShop<DemoShopB>> {
    const shop = await DemoShopB.start({ customers: 1, products: 1, orders });
    const gate = await GatedShop.before(shop);
    return new DriftingShop(scene, shop, gate, await linkShop(scene.database.dataSource, gate, 'commerce_b'), () => shop.ids('orders'));
  }

  ids(): number[] {
    return this.listed();
  }

  /** New orders: in front of all others on commerce_a, behind them on commerce_b. */
  grow(by: number): void {
    for (let added = 0; added < by; added += 1) this.shop.add('orders');
  }

  /** Removes the first records from a place on. */
  shrink(by: number, from = 0): void {
    for (const id of this.ids().slice(from, from + by)) this.shop.remove('orders', id);
  }

  /** From now on every response is 500. */
  fail(): void {
    this.shop.setFaults([{ kind: 'status', status: 500 }]);
  }

  /**
   * Drifts once, after the responses of the other pages and before that of `page`. If one fetch has claimed `page` and one of them, it
   * reads the other only after `page`: then the list drifts after a few seconds.
   */
  driftBefore(page: PageName, after: PageName | readonly PageName[], drift: () => void | Promise<void>): void {
    let hasDrifted = false;
    this.gate.hold(page, async () => {
      await Promise.race([Promise.all([after].flat().map((other) => this.gate.hasResponded(other))), sleep(maxWaitMs)]);
      if (hasDrifted) return;
      hasDrifted = true;
      await drift();
    });
  }

  async sync(mode: SyncMode = 'full'): Promise<string[]> {
    this.started = this.ids().filter((id) => mode === 'full' || this.modified.has(id));
    const { database, queues } = this.scene;
    return requestSync(database.dataSource, queues, this.linked, ['orders'], mode);
  }

  /** Leaves nothing stored and orders modified since the last run: all, or those at the chosen places. */
  async prepareDelta(isChosen: (place: number) => boolean = () => true): Promise<void> {
    await this.scene.ended(await this.sync());
    await this.scene.sql('delete from orders where shop_id = $1', [this.linked.connectionId]);
    for (const id of this.ids().filter((_, place) => isChosen(place))) {
      this.shop.change('orders', id, { customer_note: 'Changed' });
      this.modified.add(id);
    }
    this.gate.clear();
  }

  unmodified(): number[] {
    return this.ids().filter((id) => !this.modified.has(id));
  }

  /** Orders that were due when the sync was requested and are still listed, but are not stored. */
  async missed(): Promise<number[]> {
    const rows = await this.scene.sql<{ id: number }>('select source_id::int as id from orders where shop_id = $1 and deleted_at is null', [
      this.linked.connectionId,
    ]);
    const [stored, listed] = [new Set(rows.map(({ id }) => id)), new Set(this.ids())];
    return this.started.filter((id) => listed.has(id) && !stored.has(id));
  }

  async stop(): Promise<void> {
    await this.gate.stop();
    await this.shop.stop();
  }
}
