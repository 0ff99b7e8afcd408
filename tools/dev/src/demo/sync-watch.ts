import type { ConnectionSync } from '@sync/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { Progress } from './progress';
import { DemoFailed, type SyncRun } from './service-calls';

export interface LinkedShop {
  name: string;
  url: string;
  connectionId: string;
}

export interface FinishedRun {
  shop: LinkedShop;
  run: SyncRun;
}

/** In the order of the first sync. */
const capabilities = ['customers', 'products', 'orders'] as const;
const pollMs = 150;
const deadlineMs = 120_000;

/** The newest run of each capability. */
function latest(runs: readonly SyncRun[]): SyncRun[] {
  return capabilities.flatMap((capability) => runs.find((run) => run.capability === capability) ?? []);
}

/** Waits for the first sync of every shop, which activation has queued, and shows its progress. */
export async function watchFirstSyncs(
  company: ConnectionSync,
  shops: readonly LinkedShop[],
  stream: NodeJS.WriteStream,
): Promise<FinishedRun[]> {
  const progress = new Progress(stream);
  for (const deadline = Date.now() + deadlineMs; ; await sleep(pollMs)) {
    const all = await Promise.all(
      shops.map(async (shop) =>
        latest((await company.connections.syncs.list(shop.connectionId).page()).data).map((run) => ({ shop, run })),
      ),
    );
    const runs = all.flat();
    progress.show(runs.map(({ shop, run }) => ({ shop: shop.name, run })));
    const failed = runs.find(({ run }) => run.status === 'failed' || run.status === 'cancelled');
    if (failed)
      throw new DemoFailed(
        `The sync of ${failed.run.capability} from ${failed.shop.name} ${failed.run.status}: ${failed.run.error ?? 'no reason given'}`,
      );
    if (runs.length === shops.length * capabilities.length && runs.every(({ run }) => run.status === 'succeeded')) return runs;
    if (Date.now() > deadline) throw new DemoFailed(`The first syncs did not finish within ${deadlineMs / 1000} s.`);
  }
}
