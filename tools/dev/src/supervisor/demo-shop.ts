import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newApiKey, newShopCredentials, type DemoShopAOptions, type DemoShopBOptions } from '@sync/demo-shops';
import { freePort, isPortFree } from '@sync/embedded-services';
import { CannotStart } from './cannot-start';

/** What tells one shop of a platform from another. */
export type DemoShopSetup = ({ platform: 'commerce_a' } & DemoShopAOptions) | ({ platform: 'commerce_b' } & DemoShopBOptions);

/** One demo shop in a process of its own. */
export interface DemoShopProcess {
  name: string;
  platform: DemoShopSetup['platform'];
  /** Of the shop, as JSON. */
  options: Readonly<Record<string, unknown>>;
  url: string;
}

export const demoShopScripts: Readonly<Record<DemoShopSetup['platform'], string>> = {
  commerce_a: 'dist/tools/dev/demo-shop-a.mjs',
  commerce_b: 'dist/tools/dev/demo-shop-b.mjs',
};

/** What must be the same after a restart. */
interface Remembered {
  port?: number;
  secrets?: Readonly<Record<string, unknown>>;
}

function remembered(path: string): Remembered {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Remembered;
  } catch {
    return {};
  }
}

function newSecrets(platform: DemoShopSetup['platform']): Readonly<Record<string, unknown>> {
  return platform === 'commerce_a' ? { credentials: newShopCredentials() } : { apiKey: newApiKey() };
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
  { platform, ...options }: DemoShopSetup,
  preferredPort?: number,
): Promise<DemoShopProcess> {
  const path = join(dataFolder, `${name}.json`);
  const known = remembered(path);
  const port = await portOf(name, known.port, preferredPort);
  const { secrets = newSecrets(platform) } = known;
  writeFileSync(path, `${JSON.stringify({ port, secrets })}\n`, { mode: 0o600 });
  return { name, platform, options: { ...options, port, ...secrets }, url: `http://127.0.0.1:${port}` };
}
