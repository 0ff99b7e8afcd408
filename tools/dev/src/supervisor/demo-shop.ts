import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newShopCredentials, type DemoShopAOptions } from '@sync/demo-shops';
import { freePort } from '@sync/embedded-services';

/** One demo shop in a process of its own. */
export interface DemoShopProcess {
  name: string;
  options: DemoShopAOptions & { port: number };
  url: string;
}

const script = 'dist/tools/dev/demo-shop-a.mjs';
export const demoShopScript = script;

function remembered(path: string): Partial<DemoShopAOptions> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoShopAOptions>;
  } catch {
    return {};
  }
}

/**
 * Connections to a shop last longer than the process: its address and secrets are kept in the data folder, so that it is the same shop after a
 * restart.
 */
export async function demoShop(dataFolder: string, name: string, options: DemoShopAOptions): Promise<DemoShopProcess> {
  const path = join(dataFolder, `${name}.json`);
  const { port = await freePort(), credentials = newShopCredentials() } = remembered(path);
  writeFileSync(path, `${JSON.stringify({ port, credentials })}\n`, { mode: 0o600 });
  return { name, options: { ...options, port, credentials }, url: `http://127.0.0.1:${port}` };
}
