import { differs } from '../comparison/compare-records';
import type { WebServer } from '../host/web-server';
import type { RunningService } from '../service/service';
import { closeForMaintenance, refuseTheKey, stopTheWebServer } from './breakages';
import { churnDuringFullSync, reconcileTwice } from './churn';
import { LinkedShop, outcomeOf, type MeasuredSync } from './linked-shop';
import type { Step } from './report';
import type { ShopUnderTest } from './shop-under-test';

export interface Scenario {
  web: WebServer;
  service: RunningService;
  /** In each shop. */
  records: number;
  minutesDown: number;
  /** Called with each step as it ends. */
  onStep: (step: Step) => void;
  say: (line: string) => void;
}

/** Links the shops, measures and compares them, changes and breaks them. */
export async function runScenario(shops: readonly ShopUnderTest[], scenario: Scenario): Promise<void> {
  const linked: LinkedShop[] = [];
  for (const shop of shops) {
    const { linked: one, first } = await LinkedShop.link(shop, scenario.service);
    linked.push(one);
    await report(one, 'first sync', first, scenario, { isCompared: true });
    await measureRunTypes(one, scenario);
  }
  for (const shop of linked) {
    scenario.onStep(await churnDuringFullSync(shop, scenario.records / 3));
  }
  for (const step of await reconcileTwice(linked, scenario.say)) scenario.onStep(step);
  for (const step of await stopTheWebServer(linked, scenario)) scenario.onStep(step);
  for (const shop of linked) scenario.onStep(await refuseTheKey(shop));
  const waitsForEnd = scenario.minutesDown >= 10;
  for (const step of await Promise.all(linked.map((shop) => closeForMaintenance(shop, waitsForEnd)))) scenario.onStep(step);
}

async function measureRunTypes(shop: LinkedShop, scenario: Scenario): Promise<void> {
  await report(shop, 'full', await shop.sync('full'), scenario, { isCompared: false });
  await report(shop, 'delta, no change', await shop.sync('delta'), scenario, { isCompared: false });
  await shop.under.changeOne();
  await report(shop, 'delta, one change', await shop.sync('delta'), scenario, { isCompared: true });
  await report(shop, 'reconcile', await shop.sync('reconcile'), scenario, { isCompared: true });
}

async function report(shop: LinkedShop, name: string, sync: MeasuredSync, { onStep }: Scenario, { isCompared }: { isCompared: boolean }) {
  const comparison = isCompared ? await shop.compare() : null;
  const outcome = outcomeOf(sync.runs);
  onStep({
    shop: shop.name,
    name,
    outcome,
    isWrong: outcome !== 'succeeded' || (comparison !== null && differs(comparison)),
    comparison,
    ...sync,
  });
}
