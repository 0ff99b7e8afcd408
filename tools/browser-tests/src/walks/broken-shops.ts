import { createHmac } from 'node:crypto';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { startReceiver } from '../testing/receiver';
import type { RunningService, Tenant } from '../testing/running-service';

const sizes = { customers: 12, products: 12, orders: 12 };

export interface BrokenShop {
  company: string;
  /** What was done to the shop. */
  fault: string;
  /** What the panel says about it. */
  cause: RegExp;
}

interface Link<S> {
  shop: S;
  service: RunningService;
  tenant: Tenant;
  connectionId: string;
  /** Address of an endpoint that responds 410. */
  receiver: string;
}

interface Breakage<S> {
  company: string;
  fault: string;
  cause: RegExp;
  breakIt: (link: Link<S>) => unknown;
  /** What breaks it is noticed without a sync. */
  isNoticedAtOnce?: true;
}

const onA: Breakage<DemoShopA>[] = [
  {
    company: 'Aster Garden',
    fault: 'its key was deleted',
    cause: /The shop denies access/,
    breakIt: ({ shop }) => shop.setFaults([{ kind: 'status', status: 401 }]),
  },
  {
    company: 'Birch Bakery',
    fault: 'its server is off',
    cause: /The shop cannot be reached/,
    breakIt: ({ shop }) => shop.stop(),
  },
  {
    company: 'Cedar Books',
    fault: 'it is in maintenance',
    cause: /Waiting for the shop/,
    breakIt: ({ shop }) => shop.setFaults([{ kind: 'status', status: 503, retryAfter: '600' }]),
  },
  {
    company: 'Dahlia Design',
    fault: 'a firewall responds in its place',
    cause: /firewall|no JSON|HTML/i,
    breakIt: ({ shop }) =>
      shop.setFaults([
        { kind: 'response', status: 403, headers: { 'content-type': 'text/html' }, body: '<html><title>Access denied</title></html>' },
      ]),
  },
  {
    company: 'Elm Electronics',
    fault: 'it has another webhook secret',
    cause: /Its webhooks are refused/,
    breakIt: ({ service, connectionId }) => sendForgedWebhooks(service, connectionId),
    isNoticedAtOnce: true,
  },
  {
    company: 'Fern Flowers',
    fault: 'an extension writes into its responses',
    cause: /a body that is not JSON/,
    breakIt: ({ shop }) => shop.setFaults([{ kind: 'response', status: 200, body: 'Notice: undefined index in shipping.php' }]),
  },
  {
    company: 'Ginkgo Games',
    fault: 'it redirects to another address',
    cause: /redirect/i,
    breakIt: ({ shop }) => shop.setFaults([{ kind: 'redirect', location: 'https://new.example/' }]),
  },
];

const onB: Breakage<DemoShopB>[] = [
  {
    company: 'Hazel Home',
    fault: 'its webservice is switched off',
    cause: /webservice|cannot be reached|denies access/i,
    breakIt: ({ shop }) => shop.switchWebservice(false),
  },
  {
    company: 'Iris Instruments',
    fault: 'its key may not read orders',
    cause: /denies access|may not read/i,
    breakIt: ({ shop }) => shop.setRights(['customers', 'products']),
  },
  {
    company: 'Juniper Jewels',
    fault: 'the receiver of its records is gone',
    cause: /webhook endpoints is disabled/,
    breakIt: async ({ service, tenant, receiver }) => {
      const body = { url: receiver, description: 'Orders into the ERP' };
      const { id } = await service.ask<{ id: string }>('POST', '/api/webhook-endpoints', { token: tenant.token, body });
      await service.ask('POST', `/api/webhook-endpoints/${id}/test`, { token: tenant.token });
    },
    isNoticedAtOnce: true,
  },
];

/** Ten shops of ten companies, each broken in another way, and noticed by the service. */
export class BrokenShops {
  readonly all: BrokenShop[] = [];
  private readonly shops: (DemoShopA | DemoShopB)[] = [];

  private constructor(
    private readonly service: RunningService,
    private readonly receiver: Awaited<ReturnType<typeof startReceiver>>,
  ) {}

  static async start(service: RunningService): Promise<BrokenShops> {
    const broken = new BrokenShops(service, await startReceiver());
    for (const breakage of onA) await broken.add(await DemoShopA.start({ ...sizes, name: breakage.company }), breakage);
    for (const breakage of onB) await broken.add(await DemoShopB.start({ ...sizes, name: breakage.company }), breakage);
    return broken;
  }

  async stop(): Promise<void> {
    for (const shop of this.shops) await shop.stop();
    this.receiver.stop();
  }

  private async add<S extends DemoShopA | DemoShopB>(shop: S, { company, fault, cause, breakIt, isNoticedAtOnce }: Breakage<S>) {
    const { service } = this;
    this.shops.push(shop);
    const tenant = await service.tenant('mailing_platform', company);
    const { connection_token } = await shop.plugin(service.url).register();
    const body = { connection_token };
    const { id } = await service.ask<{ id: string }>('POST', '/api/system-connections/connect', { token: tenant.token, body });
    const syncs = `/api/system-connections/${id}/syncs`;
    const runs = async () => (await service.ask<{ data: { status: string }[] }>('GET', syncs, { token: tenant.token })).data;
    await until(async () => (await runs()).filter(({ status }) => status === 'succeeded').length >= 3);
    await breakIt({ shop, service, tenant, connectionId: id, receiver: this.receiver.url });
    if (!isNoticedAtOnce) await service.ask('POST', syncs, { token: tenant.token, body: { mode: 'delta' } });
    const isNoticed = async () => {
      const { data } = await service.ask<{ data: { status_reason: object | null }[] }>('GET', '/api/system-connections', {
        token: tenant.token,
      });
      return data.some(({ status_reason }) => status_reason !== null);
    };
    await until(isNoticed, 60_000, () => `: the service does not notice that ${company} is broken`);
    this.all.push({ company, fault, cause });
  }
}

async function sendForgedWebhooks(service: RunningService, connectionId: string): Promise<void> {
  const body = '{"id": 1}';
  const signature = createHmac('sha256', 'another secret').update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature, 'x-webhook-topic': 'order.updated' };
  for (let each = 0; each < 6; each += 1) await fetch(`${service.url}/api/webhooks/${connectionId}`, { method: 'POST', headers, body });
}
