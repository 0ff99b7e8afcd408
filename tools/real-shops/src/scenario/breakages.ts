import { setTimeout as sleep } from 'node:timers/promises';
import type { WebServer } from '../host/web-server';
import { isOpen, type SyncRun } from '../service/service';
import { stepOf, type LinkedShop } from './linked-shop';
import type { Step } from './report';

/** The service tolerates a quarter of an hour; then it may wait as long again for its next attempt. */
const recoveryTimeoutMs = 35 * 60_000;
const waitingTimeoutMs = 90_000;
const pollMs = 500;

interface Outage {
  web: WebServer;
  minutesDown: number;
  say: (line: string) => void;
}

/** The web server goes away while a full sync of each shop has begun. */
export async function stopTheWebServer(shops: readonly LinkedShop[], { web, minutesDown, say }: Outage): Promise<Step[]> {
  const marks = shops.map((shop) => shop.under.log.mark());
  const startedAt = Date.now();
  await Promise.all(shops.map((shop) => shop.start('full')));
  const busy = await Promise.all(shops.map((shop, index) => shop.isBusy(marks[index] ?? 0, 2)));
  await web.close();
  say(`the web server is away for ${minutesDown} min`);
  await sleep(minutesDown * 60_000);
  const seen = await Promise.all(shops.map((shop) => shop.latestRuns()));
  await web.open();
  return Promise.all(
    shops.map(async (shop, index) => {
      const runs = await shop.settled(recoveryTimeoutMs);
      const during = busy[index] ? statesOf(seen[index] ?? []) : 'the sync had ended before';
      const step = await ended(shop, `web server away ${minutesDown} min`, runs, during);
      return { ...step, traffic: shop.under.log.since(marks[index] ?? 0), seconds: (Date.now() - startedAt) / 1_000 };
    }),
  );
}

/** The key stops working and works again. */
export async function refuseTheKey(shop: LinkedShop): Promise<Step> {
  const startedAt = Date.now();
  await shop.under.refuseKey(true);
  await shop.start('delta');
  const during = statesOf(await untilWaiting(shop));
  await shop.under.refuseKey(false);
  const step = await ended(shop, 'key refused', await shop.settled(recoveryTimeoutMs), during);
  return { ...step, seconds: (Date.now() - startedAt) / 1_000 };
}

/** The shop is closed for maintenance. A shop that asks for ten minutes is waited for only if `waitsForEnd`. */
export async function closeForMaintenance(shop: LinkedShop, waitsForEnd: boolean): Promise<Step> {
  const startedAt = Date.now();
  await shop.under.maintain(true);
  await shop.start('delta');
  const runs = await untilWaiting(shop);
  await shop.under.maintain(false);
  const during = statesOf(runs);
  const step = waitsForEnd
    ? await ended(shop, 'maintenance', await shop.settled(recoveryTimeoutMs), during)
    : { ...noFigures(shop, 'maintenance'), outcome: during, isWrong: runs.some(({ status }) => status === 'failed') };
  return { ...step, seconds: (Date.now() - startedAt) / 1_000 };
}

/** Resolves when every open run waits, or none is open, or after some time. */
async function untilWaiting(shop: LinkedShop): Promise<SyncRun[]> {
  for (const deadline = Date.now() + waitingTimeoutMs; ; await sleep(pollMs)) {
    const runs = await shop.latestRuns();
    if (Date.now() > deadline || runs.every((run) => run.status === 'waiting' || !isOpen(run))) return runs;
  }
}

function statesOf(runs: readonly SyncRun[]): string {
  const states = runs.map(({ status, waiting }) => (waiting ? `${status} (${waiting.reason})` : status));
  return `during: ${[...new Set(states)].join(', ')}`;
}

async function ended(shop: LinkedShop, name: string, runs: SyncRun[], during: string): Promise<Step> {
  const step = stepOf(shop, name, { runs, traffic: null, seconds: null }, await shop.compare());
  return { ...step, outcome: `${during}; after: ${step.outcome}, connection ${await shop.status()}` };
}

function noFigures(shop: LinkedShop, name: string): Step {
  return { shop: shop.name, name, outcome: '', isWrong: false, comparison: null, traffic: null, seconds: null };
}
