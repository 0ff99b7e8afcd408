import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newApiKey, newShopCredentials, type DemoShopAOptions, type DemoShopBOptions } from '@sync/demo-shops';
import { freePort, isPortFree } from '@sync/embedded-services';
import { CannotStart } from './cannot-start';

/** The options that distinguish shops of one platform. */
export type DemoShopSetup = ({ platform: 'commerce_a' } & DemoShopAOptions) | ({ platform: 'commerce_b' } & DemoShopBOptions);

/** A demo shop in its own process. */
export interface DemoShopProcess {
  name: string;
  platform: DemoShopSetup['platform'];
  /** Passed to the shop as JSON. */
  options: Readonly<Record<string, unknown>>;
  url: string;
}

export const demoShopScripts: Readonly<Record<DemoShopSetup['platform'], string>> = {
  commerce_a: 'dist/tools/dev/demo-shop-a.mjs',
  commerce_b: 'dist/tools/dev/demo-shop-b.mjs',
};

/** State that must survive a restart. */
interface Remembered {
  port?: number;
  secrets?: Readonly<Record<string, unknown>>;
  /** Number of records per collection. Tests write it in advance, because the default shop takes a second of processor time to export. */
  sizes?: Readonly<Record<string, number>>;
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
 * Connections outlive the process of a shop, so its port and secrets are stored in the data folder and reused after a restart. On first use
 * it takes the preferred port if that is free. Throws CannotStart.
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
  const { secrets = newSecrets(platform), sizes } = known;
  writeFileSync(path, `${JSON.stringify({ port, secrets, sizes })}\n`, { mode: 0o600 });
  return { name, platform, options: { ...options, ...sizes, port, ...secrets }, url: `http://127.0.0.1:${port}` };
}
