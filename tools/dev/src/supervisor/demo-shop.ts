import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newShopCredentials, type DemoShopAOptions } from '@sync/demo-shops';
import { freePort, isPortFree } from '@sync/embedded-services';
import { CannotStart } from './cannot-start';

/** One demo shop in a process of its own. */
export interface DemoShopProcess {
  name: string;
  options: DemoShopAOptions & { port: number };
  url: string;
}

export const demoShopScript = 'dist/tools/dev/demo-shop-a.mjs';

function remembered(path: string): Partial<DemoShopAOptions> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoShopAOptions>;
  } catch {
    return {};
  }
}

async function portOf(name: string, known: number | undefined, preferred: number | undefined): Promise<number> {
  if (known === undefined) return preferred !== undefined && (await isPortFree(preferred)) ? preferred : freePort();
  if (await isPortFree(known)) return known;
  throw new CannotStart(`Port ${known} of ${name} is in use. Free it, or set DEMO=0 to start without demo shops.`);
}

/**
 * Connections to a shop last longer than the process: its address and secrets are kept in the data folder, so that it is the same shop after a
 * restart. The preferred port is taken when it is free. Throws CannotStart.
 */
export async function demoShop(
  dataFolder: string,
  name: string,
  options: DemoShopAOptions,
  preferredPort?: number,
): Promise<DemoShopProcess> {
  const path = join(dataFolder, `${name}.json`);
  const known = remembered(path);
  const port = await portOf(name, known.port, preferredPort);
  const { credentials = newShopCredentials() } = known;
  writeFileSync(path, `${JSON.stringify({ port, credentials })}\n`, { mode: 0o600 });
  return { name, options: { ...options, port, credentials }, url: `http://127.0.0.1:${port}` };
}
