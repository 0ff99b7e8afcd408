import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName, Exit } from '@sync/test-harness';
import type { AppVersion } from './app-fleet';
import { rotateKeysTo } from './rotated-keys';
import type { StormyService } from './stormy-service';

/** The order of docs/operations/upgrade.md. */
const order: readonly AppName[] = ['export-worker', 'connection-api', 'admin-api', 'webhook-ingress'];

const actsEveryMs = 500;

/**
 * Replaces every instance of every app, one at a time, and rotates the keys, while each act is repeated. Resolves with the exits of the
 * old instances, how often each act succeeded, and what went wrong.
 */
export async function upgradeUnderLoad(service: StormyService, version: AppVersion, acts: readonly (() => Promise<unknown>)[]) {
  const load = { isOver: false };
  const wrongs: string[] = [];
  const acting = acts.map((act) => repeat(act, load, wrongs));
  const exits = await upgradeAll(service, version);
  wrongs.push(...(await rotateKeysTo(version.settings?.ENCRYPTION_KEYS ?? service.environment.ENCRYPTION_KEYS ?? '', service)));
  load.isOver = true;
  return { exits, acted: await Promise.all(acting), wrongs };
}

/** Resolves with the exits of the old instances. */
export async function upgradeAll(service: StormyService, version: AppVersion = {}): Promise<Exit[]> {
  const exits: Exit[] = [];
  for (const app of order) exits.push(...(await service.upgrade(app, version)));
  return exits;
}

/** Until the load is over or the act fails. Resolves with the number of successes. */
async function repeat(act: () => Promise<unknown>, load: { isOver: boolean }, wrongs: string[]): Promise<number> {
  let succeeded = 0;
  try {
    for (; !load.isOver; succeeded += 1) {
      await act();
      await sleep(actsEveryMs);
    }
  } catch (error) {
    wrongs.push((error as Error).message);
  }
  return succeeded;
}
