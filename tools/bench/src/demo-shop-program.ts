import { newApiKey, newShopCredentials } from '@sync/demo-shops';
import { freePort } from '@sync/embedded-services';
import { IntegrationRegistry } from '@sync/integrations';
import { Secret, type CustomerData, type OrderData, type ProductData, type RecordOf, type SystemCapability } from '@sync/records';
import { ScriptProcess } from '@sync/test-harness';

export type ShopPlatform = 'commerce_a' | 'commerce_b';

const perPage = 50;
/** The customers and products that the orders refer to. */
const others = { customers: 400, products: 250 };

/** A demo shop in its own process, so that its work does not count as the service's. */
export class DemoShopProgram {
  private constructor(
    private readonly process: ScriptProcess,
    readonly platform: ShopPlatform,
    readonly url: string,
    readonly credentials: Readonly<Record<string, string>>,
  ) {}

  static async start(orders: number, platform: ShopPlatform = 'commerce_a'): Promise<DemoShopProgram> {
    const port = await freePort();
    const keys = platform === 'commerce_a' ? { credentials: { ...newShopCredentials() } } : { apiKey: newApiKey() };
    const credentials = keys.credentials ?? { api_key: keys.apiKey };
    const script = `dist/tools/dev/demo-shop-${platform === 'commerce_a' ? 'a' : 'b'}.mjs`;
    const started = new ScriptProcess(script, { DEMO_SHOP_OPTIONS: JSON.stringify({ port, ...others, orders, ...keys }) });
    const shop = new DemoShopProgram(started, platform, `http://127.0.0.1:${port}`, credentials);
    await started.readyWhen(() => shop.isWarm());
    return shop;
  }

  setLatency(ms: number): Promise<void> {
    return this.control('latency', { ms });
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }

  /** Reads and maps that many records as a worker does: one range of pages for each request in flight. */
  async read<C extends SystemCapability>(
    capability: C,
    count: number,
    inFlight: number,
    onRecords: (records: RecordOf[C][]) => unknown = () => undefined,
  ): Promise<void> {
    const registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.0/8'] });
    const { platform, url, credentials } = this;
    const connection = { id: platform, driver: platform, baseUrl: url, credentials: new Secret({ ...credentials }) };
    const request = { capability, systemConnectionId: platform, modifiedAfter: null };
    const pages = Math.ceil(count / perPage);
    const each = Math.ceil(pages / inFlight);
    const readFrom = (first: number): Promise<void> => {
      const last = Math.min(first + each - 1, pages);
      return registry.byDriver(platform).fetchBulkExportPageRange(connection, request, first, last, perPage, ({ records }) => {
        onRecords(records);
        return Promise.resolve();
      });
    };
    const firstPages = Array.from({ length: Math.ceil(pages / each) }, (_, range) => range * each + 1);
    await Promise.all(firstPages.map(readFrom)).finally(() => registry.close());
  }

  /** False before it listens. */
  private async isWarm(): Promise<boolean> {
    try {
      for (const collection of ['customers', 'products', 'orders']) await this.control('warm', { collection, per_page: perPage });
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

export async function withDemoShop<T>(orders: number, use: (shop: DemoShopProgram) => Promise<T>, platform?: ShopPlatform): Promise<T> {
  const shop = await DemoShopProgram.start(orders, platform);
  return use(shop).finally(() => shop.stop());
}

export interface SampleRecords {
  customers: CustomerData[];
  products: ProductData[];
  orders: OrderData[];
}

/** Mapped records in memory. An order has 2.5 line items and 25 attributes on average. */
export async function sampleRecords(orders: number): Promise<SampleRecords> {
  const sample: SampleRecords = { customers: [], products: [], orders: [] };
  await withDemoShop(orders, async (shop) => {
    await shop.read('customers', others.customers, 1, (page) => sample.customers.push(...page));
    await shop.read('products', others.products, 1, (page) => sample.products.push(...page));
    await shop.read('orders', orders, 1, (page) => sample.orders.push(...page));
  });
  return sample;
}
