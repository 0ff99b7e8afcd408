import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName, Exit } from '../testing/app-process';
import { initialise, link, type RegisteringShop } from '../testing/actors';
import type { AppVersion } from './app-fleet';
import { rotateStoredKeys } from './rotated-keys';
import type { StormyService } from './stormy-service';

/** The order of docs/operations/upgrade.md. */
const order: readonly AppName[] = ['export-worker', 'connection-api', 'webhook-ingress'];

const linksEveryMs = 500;

/**
 * Replaces every instance of every app, one at a time, and rotates the keys, while the shop is linked again and again. Resolves with
 * the exits of the old instances, how often it was linked, and what went wrong.
 */
export async function upgradeUnderLoad(service: StormyService, version: AppVersion, shop: RegisteringShop) {
  const load = { isOver: false, linked: 0 };
  const linking = linkAgain(service, shop, load).then(
    () => [],
    (error: Error) => [error.message],
  );
  const exits = await upgradeAll(service, version);
  const wrongs = await rotateStoredKeys(service);
  load.isOver = true;
  wrongs.push(...(await linking));
  return { exits, linked: load.linked, wrongs };
}

/** Resolves with the exits of the old instances. */
export async function upgradeAll(service: StormyService, version: AppVersion = {}): Promise<Exit[]> {
  const exits: Exit[] = [];
  for (const app of order) exits.push(...(await service.upgrade(app, version)));
  return exits;
}

/** Each time for another tenant. */
async function linkAgain(service: StormyService, shop: RegisteringShop, load: { isOver: boolean; linked: number }): Promise<void> {
  for (; !load.isOver; load.linked += 1) {
    await link(service, await initialise(service), shop);
    await sleep(linksEveryMs);
  }
}
