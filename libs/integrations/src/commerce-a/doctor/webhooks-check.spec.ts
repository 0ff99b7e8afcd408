import { DemoShopA, type ShopFault } from '@sync/demo-shops';
import { connectionId, connectionTo } from '../../testing/connections';
import { examine, says } from '../../testing/doctor';

const deliveryUrl = `http://127.0.0.1:9/api/webhooks/${connectionId}`;
let shop: DemoShopA;

beforeEach(async () => {
  shop = await DemoShopA.start({ customers: 1, products: 1, orders: 1 });
});

afterEach(() => shop.stop());

async function disabledByFailures(): Promise<void> {
  await shop.webhooks.create({ deliveryUrl, topics: ['product.updated'] });
  for (let time = 0; time < 7; time += 1) {
    shop.change('products', shop.ids('products')[0] ?? 0, {});
    await shop.webhooks.settled();
  }
}

async function fewTopics(): Promise<void> {
  await shop.webhooks.create({ deliveryUrl, topics: ['order.updated'] });
  await shop.webhooks.create({ deliveryUrl: 'http://127.0.0.1:9/elsewhere' });
}

async function noDeletions(): Promise<void> {
  const all = await shop.webhooks.create({ deliveryUrl });
  shop.webhooks.remove(deliveryUrl);
  await shop.webhooks.create({ deliveryUrl, topics: all.map(({ topic }) => topic).filter((topic) => topic !== 'order.deleted') });
}

const forbidden: ShopFault = { kind: 'response', status: 403, body: '{}', path: 'other' };

it.each([
  [
    'good if each type is active',
    () => shop.webhooks.create({ deliveryUrl }),
    { verdict: 'good', evidence: '11 of them deliver to this connection, 11 are active.' },
  ],
  [
    'a problem if the platform disabled them',
    disabledByFailures,
    { verdict: 'problem', evidence: '1 of them deliver to this connection, 0 are active.' },
  ],
  [
    'a notice if types are missing or deliver elsewhere',
    fewTopics,
    { verdict: 'notice', evidence: 'none for customer, order.created, order.deleted, order.restored, product.' },
  ],
  ['a notice if one topic is missing', noDeletions, { verdict: 'notice', evidence: 'none for order.deleted.', advice: 'Webhooks' }],
  ['a notice if the key may not list them', () => shop.setFaults([forbidden]), { verdict: 'notice' }],
] as const)('webhooks are %s', async (_name, prepare, expected) => {
  await prepare();
  const found = await examine(connectionTo(`${shop.url}/wp-json/wc/v3`, { ...shop.credentials }));
  expect(found.get('webhooks')).toMatchObject(says(expected));
});
