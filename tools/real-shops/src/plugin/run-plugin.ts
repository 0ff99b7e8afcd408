import { join } from 'node:path';
import type { Stops } from '../programs';
import type { Listener } from '../report';
import type { Service } from '../service';
import type { Shop } from '../shop';
import { Owner } from './owner';
import { pluginHostOf } from './plugin-host-of';
import { PluginRun } from './plugin-run';
import { stepsOf, type PluginStep } from './plugin-steps';
import { ServiceDoor } from './service-door';
import { buildZips } from './zips';

interface Plugin extends Listener {
  service: Service;
  /** Of the rig. */
  folder: string;
  screenshots: string | null;
  stops: Stops;
}

/** Installs our plugin in each shop, lives with it, and removes it. A step that fails is a row, too. */
export async function runPlugin(shops: readonly Shop[], { service, folder, screenshots, stops, onStep }: Plugin): Promise<void> {
  const door = await ServiceDoor.start(service, stops);
  for (const shop of shops) {
    const host = await pluginHostOf(shop);
    const zips = await buildZips(join(folder, 'zips'), host.folder, door.url);
    const owner = await Owner.start(host.folder, screenshots, stops);
    const run = new PluginRun(host, owner, service, door, zips);
    const cron = run.runCron();
    stops.push(() => run.end());
    for (const step of stepsOf(host)) {
      const row = await rowOf(run, step);
      onStep({ shop: shop.name, ...row });
      if (row.hasFailed && step.isVital) break;
    }
    await run.end();
    await cron;
    await owner.close();
  }
}

async function rowOf(run: PluginRun, { name, take }: PluginStep) {
  const startedAt = Date.now();
  try {
    const outcome = await take(run);
    return { name, isWrong: false, hasFailed: false, seconds: (Date.now() - startedAt) / 1_000, ...outcome };
  } catch (error) {
    await run.owner.shoot(`failed ${name}`).catch(() => undefined);
    const outcome = `${String(error).slice(0, 400).replaceAll('\n', ' ')} at ${run.owner.page.url()}; last message of the page: ${run.owner.lastMessage}`;
    return { name, outcome, isWrong: true, hasFailed: true };
  }
}
