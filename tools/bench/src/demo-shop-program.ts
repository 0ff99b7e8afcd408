import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DemoPlugin, DemoPluginB, newApiKey, newShopCredentials } from '@sync/demo-shops';
import { freePort } from '@sync/embedded-services';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../dev');

export type ShopPlatform = 'commerce_a' | 'commerce_b';

/** The differences between the platforms. */
const platforms = {
  commerce_a: () => {
    const credentials = newShopCredentials();
    const plugin = (url: string, serviceUrl: string) => new DemoPlugin({ url, credentials }, serviceUrl);
    return { bundle: 'demo-shop-a.mjs', options: { credentials }, credentials: { ...credentials }, plugin };
  },
  commerce_b: () => {
    const credentials = { api_key: newApiKey() };
    const plugin = (url: string, serviceUrl: string) => new DemoPluginB({ url, credentials }, serviceUrl);
    return { bundle: 'demo-shop-b.mjs', options: { apiKey: credentials.api_key }, credentials, plugin };
  },
};

/** Customers and products exist before the orders that refer to them, as in a real first export. */
const others = { customers: 400, products: 250 };

/** A demo shop in its own process, so that its work does not count as the service's. */
export class DemoShopProgram {
  private constructor(
    private readonly child: ChildProcess,
    readonly platform: ShopPlatform,
    readonly url: string,
    readonly credentials: Readonly<Record<string, string>>,
    private readonly pluginAt: (url: string, serviceUrl: string) => DemoPlugin | DemoPluginB,
  ) {}

  static async start({ orders, platform = 'commerce_a' }: { orders: number; platform?: ShopPlatform }): Promise<DemoShopProgram> {
    const port = await freePort();
    const { bundle, options, credentials, plugin } = platforms[platform]();
    const env = { ...process.env, SUPERVISED: '1', DEMO_SHOP_OPTIONS: JSON.stringify({ port, ...others, orders, ...options }) };
    const child = fork(join(folder, bundle), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const shop = new DemoShopProgram(child, platform, `http://127.0.0.1:${port}`, credentials, plugin);
    await shop.warm();
    return shop;
  }

  setLatency(ms: number): Promise<void> {
    return this.control('latency', { ms });
  }

  plugin(serviceUrl: string): DemoPlugin | DemoPluginB {
    return this.pluginAt(this.url, serviceUrl);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }

  private async warm(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const collection of ['customers', 'products', 'orders']) await this.control('warm', { collection, per_page: 50 });
        return;
      } catch (error) {
        if (attempt === 100 || this.child.exitCode !== null) throw error;
        await sleep(100);
      }
    }
  }

  private async control(action: string, body: object): Promise<void> {
    const response = await fetch(`${this.url}/__control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The demo shop responded to ${action} with ${response.status}`);
  }
}
