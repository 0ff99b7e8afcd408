import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen, type SyncRun } from '../service/service';
import { outcomeOf, stepOf, type LinkedShop } from './linked-shop';
import type { Listener, Step } from './report';

const minRounds = 5;
const maxRounds = 20;
/** Each round deletes a record of each type. The service holds deletions back when a fifth of a type vanishes at once. */
const maxShareDeleted = 0.1;
/** Two lists that name the same record as gone are at least this far apart. */
const betweenListsMs = 65_000;
/** Webhooks that the last round sent. */
const webhooksMs = 8_000;
const webhooksTimeoutMs = 60_000;

/** Creates, changes and deletes while full syncs run, one after another. A delta fetches the rest. What was deleted may still be served. */
export async function churnDuringFullSyncs(shop: LinkedShop, recordsOfType: number): Promise<Step> {
  const rounds = Math.max(minRounds, Math.min(maxRounds, Math.floor(recordsOfType * maxShareDeleted)));
  const startedAt = Date.now();
  const mark = shop.under.log.mark();
  let [changes, syncs] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const runs = await shop.latestRuns();
    if (!runs.some(isOpen)) {
      mustHaveSucceeded(runs);
      await shop.start('full');
      syncs += 1;
    }
    changes += await shop.under.churn(round);
  }
  const runs = await shop.settled();
  await sleep(webhooksMs);
  const delta = await shop.sync('delta');
  const outcome = outcomeOf([...runs, ...delta.runs]);
  const comparison = await shop.compare();
  return {
    shop: shop.name,
    name: 'churn in full syncs',
    outcome: outcome === 'succeeded' ? `${changes} changes during ${syncs} full syncs` : outcome,
    isWrong: outcome !== 'succeeded' || comparison.lost.length > 0,
    comparison,
    traffic: shop.under.log.since(mark),
    seconds: (Date.now() - startedAt) / 1_000,
  };
}

function mustHaveSucceeded(runs: readonly SyncRun[]): void {
  if (outcomeOf(runs) !== 'succeeded') throw new Error(`A sync under churn: ${outcomeOf(runs)}`);
}

/** Changes without a sync: the shop's own webhooks bring them. */
export async function changeByWebhooksAlone(shop: LinkedShop): Promise<Step> {
  const before = await shop.compare();
  const startedAt = Date.now();
  const mark = shop.under.log.mark();
  const changes = await shop.under.changeWithWebhooks?.();
  for (const deadline = Date.now() + webhooksTimeoutMs; ; await sleep(webhooksMs)) {
    const comparison = await shop.compare();
    const isBehind = comparison.wrong.length + comparison.lost.length > 0 || comparison.ghosts.length > before.ghosts.length;
    if (isBehind && Date.now() < deadline) continue;
    const outcome = isBehind ? 'webhooks did not bring every change' : `${changes} changes without a sync`;
    const figures = { traffic: shop.under.log.since(mark), seconds: (Date.now() - startedAt) / 1_000 };
    return { shop: shop.name, name: 'webhooks alone', outcome, isWrong: isBehind, comparison, ...figures };
  }
}

/** Two reconciles find what is gone, and a full sync what no date reveals. */
export async function reconcileTwice(shops: readonly LinkedShop[], { say, onStep }: Listener): Promise<void> {
  for (const shop of shops) await shop.sync('reconcile');
  say(`waiting ${betweenListsMs / 1_000} s between two lists`);
  await sleep(betweenListsMs);
  for (const shop of shops) onStep(await compared(shop, 'reconcile after churn', 'reconcile'));
  for (const shop of shops) {
    const step = await compared(shop, 'full after churn', 'full');
    onStep({ ...step, isWrong: step.isWrong || (step.comparison?.stale.length ?? 0) > 0 });
  }
}

async function compared(shop: LinkedShop, name: string, mode: string): Promise<Step> {
  const sync = await shop.sync(mode);
  return stepOf(shop, name, sync, await shop.compare());
}
