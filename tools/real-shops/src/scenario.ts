import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen, LinkedShop, measure, outcomeOf, stepOf, type SyncRun } from './linked-shop';
import type { Listener, Step } from './report';
import type { Service } from './service';
import type { Shop } from './shop';

interface Scenario extends Listener {
  service: Service;
  /** In each shop. */
  records: number;
}

const minRounds = 5;
const maxRounds = 20;
/** Each round deletes a record of each type. The service holds deletions back when a fifth of a type vanishes at once. */
const maxShareDeleted = 0.1;
/** Two lists that name the same record as gone are at least this far apart. */
const betweenListsMs = 65_000;
/** Webhooks that the last round sent. */
const webhooksMs = 8_000;
const webhooksTimeoutMs = 60_000;
const outageMs = 60_000;
/** The service tolerates a quarter of an hour; then it may wait as long again for its next attempt. */
const recoveryTimeoutMs = 35 * 60_000;
const pollMs = 200;

/** Links the shops, measures and compares them, changes them and takes them away. */
export async function runScenario(shops: readonly Shop[], scenario: Scenario): Promise<void> {
  const { onStep, say, service, records } = scenario;
  const linked: LinkedShop[] = [];
  for (const shop of shops) {
    const { linked: one, first } = await LinkedShop.link(shop, service);
    linked.push(one);
    onStep(first);
    await measureRunTypes(one, scenario);
  }
  for (const one of linked) {
    onStep(await churnDuringFullSyncs(one, records / 3));
    if (one.shop.changeWithWebhooks) onStep(await changeByWebhooksAlone(one));
  }
  // Two reconciles find what is gone, and a full sync what no date reveals.
  for (const one of linked) await one.sync('reconcile');
  say(`waiting ${betweenListsMs / 1_000} s between two lists`);
  await sleep(betweenListsMs);
  for (const one of linked) onStep(await one.compared('reconcile after churn', 'reconcile'));
  for (const one of linked) {
    const step = await one.compared('full after churn', 'full');
    onStep({ ...step, isWrong: step.isWrong || (step.comparison?.stale.length ?? 0) > 0 });
  }
  say(`the web servers go away for ${outageMs / 1_000} s`);
  for (const step of await Promise.all(linked.map((one) => takeTheShopAway(one)))) onStep(step);
}

async function measureRunTypes(one: LinkedShop, { onStep }: Scenario): Promise<void> {
  onStep(stepOf(one.shop, 'full', await one.sync('full')));
  onStep(stepOf(one.shop, 'delta, no change', await one.sync('delta')));
  await one.shop.changeOne();
  onStep(await one.compared('delta, one change', 'delta'));
  onStep(await one.compared('reconcile', 'reconcile'));
}

/** Creates, changes and deletes while full syncs run, one after another. A delta fetches the rest. What was deleted may still be served. */
async function churnDuringFullSyncs(one: LinkedShop, recordsOfType: number): Promise<Step> {
  const rounds = Math.max(minRounds, Math.min(maxRounds, Math.floor(recordsOfType * maxShareDeleted)));
  const figures = measure(one.shop);
  let [changes, syncs] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const runs = await one.latestRuns();
    if (!runs.some(isOpen)) {
      if (outcomeOf(runs) !== 'succeeded') throw new Error(`A sync under churn: ${outcomeOf(runs)}`);
      await one.start('full');
      syncs += 1;
    }
    changes += await one.shop.churn(round);
  }
  const runs = await one.settled();
  await sleep(webhooksMs);
  const delta = await one.sync('delta');
  const outcome = outcomeOf([...runs, ...delta.runs]);
  const comparison = await one.compare();
  return {
    shop: one.shop.name,
    name: 'churn in full syncs',
    outcome: outcome === 'succeeded' ? `${changes} changes during ${syncs} full syncs` : outcome,
    isWrong: outcome !== 'succeeded' || comparison.lost.length > 0,
    comparison,
    ...figures(),
  };
}

/** Changes without a sync: the shop's own webhooks bring them. */
async function changeByWebhooksAlone(one: LinkedShop): Promise<Step> {
  const before = await one.compare();
  const figures = measure(one.shop);
  const changes = await one.shop.changeWithWebhooks?.();
  for (const deadline = Date.now() + webhooksTimeoutMs; ; await sleep(webhooksMs)) {
    const comparison = await one.compare();
    const isBehind = comparison.wrong.length + comparison.lost.length > 0 || comparison.ghosts.length > before.ghosts.length;
    if (isBehind && Date.now() < deadline) continue;
    const outcome = isBehind ? 'webhooks did not bring every change' : `${changes} changes without a sync`;
    return { shop: one.shop.name, name: 'webhooks alone', outcome, isWrong: isBehind, comparison, ...figures() };
  }
}

/** The web server goes away while a full sync has begun. The service goes on by itself. */
async function takeTheShopAway(one: LinkedShop): Promise<Step> {
  const figures = measure(one.shop);
  await one.start('full');
  const isBusy = await hasAskedTwice(one, figures);
  await one.shop.front.close();
  await sleep(outageMs);
  const during = isBusy ? statesOf(await one.latestRuns()) : 'the sync had ended before';
  await one.shop.front.open();
  const runs = await one.settled(recoveryTimeoutMs);
  const step = stepOf(one.shop, 'web server away', { runs, ...figures() }, await one.compare());
  return { ...step, outcome: `during: ${during}; after: ${step.outcome}, connection ${await one.status()}` };
}

/** False: no run is open any more. */
async function hasAskedTwice(one: LinkedShop, figures: ReturnType<typeof measure>): Promise<boolean> {
  for (; ; await sleep(pollMs)) {
    if ((figures().traffic?.requests ?? 0) >= 2) return true;
    if (!(await one.latestRuns()).some(isOpen)) return false;
  }
}

function statesOf(runs: readonly SyncRun[]): string {
  const states = runs.map(({ status, waiting }) => (waiting ? `${status} (${waiting.reason})` : status));
  return [...new Set(states)].join(', ');
}
