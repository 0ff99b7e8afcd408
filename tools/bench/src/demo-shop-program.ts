import { DemoPlugin, DemoPluginB, newApiKey, newShopCredentials } from '@sync/demo-shops';
import { freePort } from '@sync/embedded-services';
import { ScriptProcess } from '@sync/test-harness';

export type ShopPlatform = 'commerce_a' | 'commerce_b';

/** The differences between the platforms. */
const platforms = {
  commerce_a: () => {
    const credentials = newShopCredentials();
    const plugin = (url: string, serviceUrl: string) => new DemoPlugin({ url, credentials }, serviceUrl);
    return { script: 'dist/tools/dev/demo-shop-a.mjs', options: { credentials }, credentials: { ...credentials }, plugin };
  },
  commerce_b: () => {
    const credentials = { api_key: newApiKey() };
    const plugin = (url: string, serviceUrl: string) => new DemoPluginB({ url, credentials }, serviceUrl);
    return { script: 'dist/tools/dev/demo-shop-b.mjs', options: { apiKey: credentials.api_key }, credentials, plugin };
  },
};

/** Customers and products exist before the orders that refer to them, as in a real first export. */
const others = { customers: 400, products: 250 };

/** A demo shop in its own process, so that its work does not count as the service's. */
export class DemoShopProgram {
  private constructor(
    private readonly process: ScriptProcess,
    readonly platform: ShopPlatform,
    readonly url: string,
    readonly credentials: Readonly<Record<string, string>>,
    private readonly pluginAt: (url: string, serviceUrl: string) => DemoPlugin | DemoPluginB,
  ) {}

  static async start({ orders, platform = 'commerce_a' }: { orders: number; platform?: ShopPlatform }): Promise<DemoShopProgram> {
    const port = await freePort();
    const { script, options, credentials, plugin } = platforms[platform]();
    const started = new ScriptProcess(script, { DEMO_SHOP_OPTIONS: JSON.stringify({ port, ...others, orders, ...options }) });
    const shop = new DemoShopProgram(started, platform, `http://127.0.0.1:${port}`, credentials, plugin);
    await started.readyWhen(() => shop.isWarm());
    return shop;
  }

  setLatency(ms: number): Promise<void> {
    return this.control('latency', { ms });
  }

  plugin(serviceUrl: string): DemoPlugin | DemoPluginB {
    return this.pluginAt(this.url, serviceUrl);
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }

  /** False before it listens. */
  private async isWarm(): Promise<boolean> {
    try {
      for (const collection of ['customers', 'products', 'orders']) await this.control('warm', { collection, per_page: 50 });
      return true;
    } catch {
      return false;
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
