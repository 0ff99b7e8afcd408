import type { WebServer } from '../host/web-server';
import type { RunningService } from '../service/service';
import { closeForMaintenance, refuseTheKey, stopTheWebServer } from './breakages';
import { changeByWebhooksAlone, churnDuringFullSyncs, reconcileTwice } from './churn';
import { LinkedShop, stepOf } from './linked-shop';
import type { Listener } from './report';
import type { ShopUnderTest } from './shop-under-test';

export interface Scenario extends Listener {
  web: WebServer;
  service: RunningService;
  /** In each shop. */
  records: number;
  minutesDown: number;
}

/** Links the shops, measures and compares them, changes and breaks them. */
export async function runScenario(shops: readonly ShopUnderTest[], scenario: Scenario): Promise<void> {
  const linked: LinkedShop[] = [];
  for (const shop of shops) {
    const { linked: one, first } = await LinkedShop.link(shop, scenario.service);
    linked.push(one);
    scenario.onStep(stepOf(one, 'first sync', first, await one.compare()));
    await measureRunTypes(one, scenario);
  }
  for (const shop of linked) {
    scenario.onStep(await churnDuringFullSyncs(shop, scenario.records / 3));
    if (shop.under.changeWithWebhooks) scenario.onStep(await changeByWebhooksAlone(shop));
  }
  await reconcileTwice(linked, scenario);
  for (const step of await stopTheWebServer(linked, scenario)) scenario.onStep(step);
  for (const shop of linked) scenario.onStep(await refuseTheKey(shop));
  const waitsForEnd = scenario.minutesDown >= 10;
  for (const step of await Promise.all(linked.map((shop) => closeForMaintenance(shop, waitsForEnd)))) scenario.onStep(step);
}

async function measureRunTypes(shop: LinkedShop, { onStep }: Scenario): Promise<void> {
  onStep(stepOf(shop, 'full', await shop.sync('full'), null));
  onStep(stepOf(shop, 'delta, no change', await shop.sync('delta'), null));
  await shop.under.changeOne();
  const delta = await shop.sync('delta');
  onStep(stepOf(shop, 'delta, one change', delta, await shop.compare()));
  const reconcile = await shop.sync('reconcile');
  onStep(stepOf(shop, 'reconcile', reconcile, await shop.compare()));
}
