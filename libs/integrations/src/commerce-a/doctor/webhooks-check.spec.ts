import { DemoShopA, type ShopFault } from '@sync/demo-shops';
import type { IntegrationConnection } from '@sync/integration-contract';
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

async function allTopics(): Promise<void> {
  await shop.webhooks.create({ deliveryUrl });
}

async function longAddress(): Promise<void> {
  await shop.webhooks.create({ deliveryUrl: `${deliveryUrl}?key=plover`, topics: ['order.updated'] });
}

const noWebhooks = (): void => undefined;

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
const pageInFront: ShopFault = { ...forbidden, status: 401, headers: { 'Content-Type': 'text/html' }, body: '<h1>Who are you?</h1>' };
const unknownService = `{base_url}/api/webhooks/${connectionId}, where {base_url} is the public address of this service`;
const whichSecret = 'Its secret is the webhook_secret that the plugin sent when the shop was connected.';

const look = async (credentials: object = {}, more: Partial<IntegrationConnection> = {}) => {
  const connection = connectionTo(`${shop.url}/wp-json/wc/v3`, { ...shop.credentials, ...credentials });
  return (await examine({ ...connection, ...more })).get('webhooks');
};

it.each([
  ['good if each type is active', allTopics, { verdict: 'good', evidence: '11 of them deliver to this connection, 11 are active.' }],
  [
    'a problem if the platform disabled them',
    disabledByFailures,
    { verdict: 'problem', evidence: '1 of them deliver to this connection, 0 are active.', advice: `The delivery URL is ${deliveryUrl}.` },
  ],
  [
    'a notice if types are missing or deliver elsewhere',
    fewTopics,
    { verdict: 'notice', evidence: 'none for customer, order.created, order.deleted, order.restored, product.' },
  ],
  ['a notice if one topic is missing', noDeletions, { verdict: 'notice', evidence: 'none for order.deleted.', advice: deliveryUrl }],
  [
    'a notice if the key may not list them',
    () => shop.setFaults([forbidden]),
    { verdict: 'notice', cause: 'may not see webhooks', advice: unknownService },
  ],
  [
    'a notice if a page stands in front of their list',
    () => shop.setFaults([pageInFront]),
    { verdict: 'notice', evidence: 'List of webhooks: The shop responded with 401 and an HTML page.', cause: 'A page stands in front' },
  ],
  [
    'a notice if there is none, with a delivery URL that claims no address of the service',
    noWebhooks,
    { verdict: 'notice', evidence: 'none for customer, order, product.', advice: `The delivery URL is ${unknownService}.` },
  ],
  [
    'a notice that repeats no address with more than the delivery URL',
    longAddress,
    { verdict: 'notice', evidence: '1 of them deliver', advice: unknownService },
  ],
] as const)('webhooks are %s', async (_name, prepare, expected) => {
  await prepare();
  expect(await look()).toMatchObject(says(expected));
});

it.each([
  ['missing', fewTopics],
  ['disabled', disabledByFailures],
] as const)(
  'the advice on %s webhooks names the delivery URL and says which secret to enter, and never the secret',
  async (_what, prepare) => {
    await prepare();
    const found = await look();
    expect(found?.advice).toContain(`The delivery URL is ${deliveryUrl}. ${whichSecret}`);
    expect(JSON.stringify(found)).not.toContain(shop.credentials.webhook_secret);
  },
);

it.each([
  ['a notice', 'are active', allTopics, 'notice'],
  ['a problem', 'are disabled', disabledByFailures, 'problem'],
] as const)('a connection without a webhook secret is %s if its webhooks %s', async (_claim, _state, prepare, verdict) => {
  await prepare();
  const texts = { evidence: 'the connection has no webhook secret.', cause: 'refuses every webhook', advice: deliveryUrl };
  expect(await look({ webhook_secret: '' })).toMatchObject(says({ verdict, ...texts }));
});

it('a shop that no connection holds gets no delivery URL, because its id leads nowhere', async () => {
  await shop.webhooks.create({ deliveryUrl });
  const found = await look({}, { isUnsaved: true });
  expect(found).toMatchObject(says({ verdict: 'notice', evidence: 'The shop lists 11; none is compared.', advice: 'Connect the shop' }));
  expect(JSON.stringify(found)).not.toContain('/api/webhooks/');
});
