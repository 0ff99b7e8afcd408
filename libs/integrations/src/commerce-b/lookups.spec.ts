import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { ExportBatch, IntegrationConnection } from '@sync/integration-contract';
import { exportOf, failureOf } from '../testing/connections';
import { recordedRow, recordedRows, type Row } from './testing/recorded';
import { tableScene } from './testing/table-scene';
import { connectionTo, resourceOf, sendJson } from './testing/table-shop';

const scene = tableScene();

beforeEach(() => {
  scene.shop.tables.orders = recordedRows('orders-full-page-001');
  scene.shop.tables.addresses = Array.from({ length: 200 }, (_, index) => ({ ...recordedRow('addresses-1-2-3', 2), id: index + 1 }));
  scene.shop.tables.products = recordedRows('products-full-page-002');
});

interface Options {
  connection?: IntegrationConnection;
  modifiedAfter?: string;
  requestedAt?: string;
}

const range = <C extends SystemCapability>(
  capability: C,
  pages: [first: number, last: number] = [1, 1],
  options: Options = {},
): Promise<ExportBatch<C>[]> => scene.range(capability, pages, { ...options, perPage: 10 });

const record = async <C extends SystemCapability>(capability: C): Promise<ExportBatch<C>['records'][number] | undefined> =>
  (await range(capability))[0]?.records[0];
const lookedUp = (): string[] =>
  scene.shop.http.requests
    .map(({ url }) => resourceOf(url))
    .filter((name) => !['orders', 'products', 'customers', 'addresses'].includes(name));
const setting = (name: string, value: string): Row => ({ id: 1, name, value, id_shop_group: '', id_shop: '' });
const warnings = (batches: ExportBatch[]): string[] => batches.flatMap((batch) => batch.warnings ?? []);

describe('lookups', () => {
  it('are loaded once by concurrent ranges of a run; then a page needs only its list and its addresses', async () => {
    await Promise.all([range('orders', [1, 2]), range('orders', [3, 3]), range('orders', [4, 4]), range('orders', [5, 5])]);
    expect(lookedUp().sort()).toEqual(['configurations', 'countries', 'currencies', 'order_slip', 'order_states']);
    expect(scene.shop.asked('orders')).toBe(5);
    scene.shop.http.requests.length = 0;
    await range('orders', [2, 3]);
    expect(scene.shop.http.requests.map(({ url }) => resourceOf(url))).toEqual(['orders', 'addresses', 'orders', 'addresses']);
  });

  it.each([
    ['orders', ['configurations', 'currencies', 'order_states', 'countries', 'order_slip']],
    ['products', ['configurations', 'currencies', 'categories', 'tags']],
    ['customers', ['configurations']],
  ] as const)('%s need %j', async (capability, resources) => {
    scene.shop.tables.customers = recordedRows('customers-full-page-001');
    await range(capability, [1, 5]);
    expect(lookedUp()).toEqual(resources);
  });

  it('are reloaded by the probe of a new run, by a stream and by a delta from another instant', async () => {
    expect((await record('orders'))?.status).toBe('Canceled');
    scene.shop.tables.order_states = [{ id: 6, name: 'Storniert', paid: '0' }];
    expect((await record('orders'))?.status).toBe('Canceled');
    await scene.probe('orders');
    expect((await record('orders'))?.status).toBe('Storniert');
    expect(scene.shop.asked('order_states')).toBe(2);
    await scene.integration.requestBulkExport(connectionTo(scene.shop.http), exportOf('orders'));
    expect(scene.shop.asked('order_states')).toBe(3);
    await range('orders', [1, 1], { modifiedAfter: '2020-01-01T00:00:00Z' });
    expect(scene.shop.asked('order_states')).toBe(4);
  });

  it('are asked for once by the runs of one sync, and each run has their warnings', async () => {
    scene.shop.tables.customers = recordedRows('customers-full-page-001');
    scene.shop.refused.add('configurations');
    const exported = await Promise.all(
      systemCapabilities.map(async (capability) => {
        await scene.probe(capability);
        return range(capability, [1, 5]);
      }),
    );
    expect(lookedUp().filter((name, index, names) => names.indexOf(name) !== index)).toEqual([]);
    for (const batches of exported) expect(warnings(batches)).toEqual([expect.stringContaining('no right to read configurations')]);
  });

  it('are shared by runs that begin within a short time only', async () => {
    scene.configure({ commerceB: { lookupShareMs: 1 } });
    await range('orders');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await range('products');
    expect(scene.shop.asked('configurations')).toBe(2);
  });

  it('are no older than the run, also where an earlier run of its kind was fetched and not this one planned', async () => {
    const first = new Date(Date.now() - 60_000).toISOString();
    for (const capability of ['orders', 'products'] as const) await range(capability, [1, 1], { requestedAt: first });
    expect(scene.shop.asked('configurations')).toBe(1);
    const second = new Date().toISOString();
    await range('orders', [1, 1], { requestedAt: second });
    expect([scene.shop.asked('configurations'), scene.shop.asked('order_states')]).toEqual([2, 2]);
    await range('products', [1, 1], { requestedAt: second });
    expect(scene.shop.asked('configurations')).toBe(2);
  });

  it('are shared by reads of records by their ids', async () => {
    for (const ids of [['1'], ['2', '3']]) await scene.integration.fetchRecords(scene.connection, 'orders', ids);
    expect(scene.shop.asked('order_states')).toBe(1);
  });

  it('are not shared between connections, keys or addresses', async () => {
    await range('orders');
    for (const connection of [
      connectionTo(scene.shop.http, { id: '00000000-0000-7000-8000-000000000001' }),
      connectionTo(scene.shop.http, { key: 'ANOTHERKEYANOTHERKEYANOTHERKEY12' }),
      connectionTo(scene.shop.http, { path: '/store' }),
    ]) {
      const before = scene.shop.http.requests.length;
      await range('orders', [1, 1], { connection });
      expect(scene.shop.http.requests.slice(before).some(({ url }) => url.pathname.endsWith('/configurations'))).toBe(true);
    }
  });

  it('are retried after a failure', async () => {
    let failures = 1;
    scene.shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'order_states' || failures === 0) return false;
      failures -= 1;
      response.writeHead(503, { 'Retry-After': '3' }).end();
      return true;
    };
    expect(await failureOf(range('orders'))).toMatchObject({ status: 503, retryAfterSeconds: 3 });
    expect((await record('orders'))?.status).toBe('Canceled');
  });

  it('expire when idle', async () => {
    scene.configure({ commerceB: { lookupIdleMs: 1 } });
    await range('orders');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await range('orders');
    expect(scene.shop.asked('order_states')).toBe(2);
  });
});

describe('looked-up values', () => {
  it.each([
    ['1', 'Canceled'],
    ['2', 'Storniert'],
    ['9', 'Canceled'],
  ])('use the default language: %s', async (language, status) => {
    scene.shop.tables.configurations = [setting('PS_LANG_DEFAULT', language)];
    expect((await record('orders'))?.status).toBe(status);
    scene.shop.tables.order_states = recordedRows('variant-one-language-order-states');
    await scene.probe('orders');
    expect((await record('orders'))?.status).toBe('Canceled');
  });

  it('request only the needed settings, since others hold secrets', async () => {
    await range('products');
    expect(scene.shop.requestsOf('configurations').map(({ url }) => url.searchParams.get('filter[name]'))).toEqual([
      '[PS_TIMEZONE|PS_LANG_DEFAULT|PS_CURRENCY_DEFAULT|PS_ROOT_CATEGORY|PS_HOME_CATEGORY]',
    ]);
  });

  it('prefer the setting for all shops', async () => {
    scene.shop.tables.configurations = [
      { ...setting('PS_CURRENCY_DEFAULT', '2'), id_shop: '2', id_shop_group: '1' },
      setting('PS_CURRENCY_DEFAULT', '1'),
    ];
    expect((await record('products'))?.currency).toBe('EUR');
  });

  it('omit root categories', async () => {
    const [first] = await range('products', [4, 4]);
    const names = new Set(first?.records.flatMap(({ categories }) => categories));
    expect(names.size).toBeGreaterThan(1);
    expect([...names].filter((name) => ['Root', 'Home', ''].includes(name))).toEqual([]);
    scene.shop.tables.categories = [{ id: 12, name: 'Second root', is_root_category: '1' }];
    await scene.probe('products');
    expect((await range('products', [4, 4]))[0]?.records.flatMap(({ categories }) => categories)).toEqual([]);
  });

  it('fall back to all fields if a version lacks one', async () => {
    scene.shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'categories' || url.searchParams.get('display') === 'full') return false;
      sendJson(response, { errors: [{ code: 35, message: 'Unable to display this field' }] }, 400);
      return true;
    };
    const [batch] = await range('products', [4, 4]);
    expect(scene.shop.requestsOf('categories').map(({ url }) => url.searchParams.get('display'))).toEqual([
      '[id,name,is_root_category]',
      'full',
    ]);
    expect(batch?.records.some(({ categories }) => categories.length > 0)).toBe(true);
    expect(batch?.warnings).toBeUndefined();
  });

  it('use the number of an unlisted state and warn once', async () => {
    scene.shop.tables.order_states = [{ id: 1, name: 'Awaiting', paid: '0' }];
    const batches = await range('orders', [1, 3]);
    expect(batches[0]?.records[0]?.status).toBe('6');
    expect(warnings(batches).filter((warning) => warning.includes('its number, 6.'))).toHaveLength(1);
  });
});

describe('a lookup without read permission', () => {
  it.each([
    ['configurations', 'orders', { createdAt: '2024-04-01T21:33:20', createdAtUtc: null, updatedAtUtc: null, modifiedAt: null }],
    ['order_states', 'orders', { status: '6', datePaid: null }],
    ['countries', 'orders', { status: 'Canceled' }],
    ['configurations', 'products', { currency: null }],
    ['currencies', 'products', { currency: null }],
    ['categories', 'products', { categories: [] }],
  ] as const)('adds a warning: %s for %s', async (resource, capability, expected) => {
    scene.shop.refused.add(resource);
    const batches = await range(capability, [1, 2]);
    expect(batches[0]?.records[0]).toMatchObject(expected);
    expect(warnings(batches)).toEqual([expect.stringContaining(`The shop's API key has no right to read ${resource}: `)]);
    expect(warnings(batches).join()).not.toContain('upstream');
    expect(scene.shop.asked(resource)).toBe(1);
  });

  it('adds a warning for regions but not for tags', async () => {
    scene.shop.refused.add('tags').add('states');
    const products = await range('products', [1, 5]);
    expect(warnings(products)).toEqual([]);
    expect(products.flatMap(({ records }) => records.flatMap(({ tags }) => tags))).toEqual([]);
    expect(scene.shop.asked('tags')).toBe(1);
    scene.shop.tables.orders = [{ ...recordedRow('orders-full-page-001', 1), id_address_invoice: '3' }];
    scene.shop.tables.addresses = [recordedRow('addresses-1-2-3', 3)];
    expect(warnings(await range('orders'))).toEqual([expect.stringContaining('to read states: addresses have no region.')]);
  });

  it('falls back to the active language with the lowest id, then to the first non-empty name', async () => {
    scene.shop.refused.add('configurations');
    scene.shop.tables.languages = [
      { id: 12, active: '1' },
      { id: 2, active: '1' },
      { id: 1, active: '0' },
    ];
    expect((await record('orders'))?.status).toBe('Storniert');
    scene.shop.refused.add('languages');
    await scene.probe('orders');
    expect((await record('orders'))?.status).toBe('Canceled');
  });

  it('fails an export of orders without currencies', async () => {
    scene.shop.refused.add('currencies');
    expect(await failureOf(range('orders'))).toMatchObject({
      status: 401,
      message: expect.stringContaining('no right to read currencies'),
    });
  });

  it.each([
    ['no such resource', 404, ''],
    ['no such resource in this version', 400, '{"errors":[{"code":27,"message":"x"}]}'],
    ['a firewall', 403, '<html>'],
  ])('is detected from %s', async (_name, status, body) => {
    failing('countries', status, body);
    expect(warnings(await range('orders'))).toEqual([expect.stringContaining('to read countries')]);
  });

  it.each([
    ['the key was switched off meanwhile', 401, '{"errors":[{"code":20,"message":"x"},{"code":21,"message":"x"}]}'],
    ['the key is of another shop', 403, '{"errors":[{"code":132,"message":"x"}]}'],
    ['the shop breaks down', 500, ''],
    ['the shop is busy', 429, ''],
    ['the response is unreadable', 200, '<html>'],
  ])('is not confused with a failure: %s', async (_name, status, body) => {
    failing('countries', status, body);
    expect(await failureOf(range('orders'))).toMatchObject({ status });
  });

  function failing(resource: string, status: number, body: string): void {
    scene.shop.respondTo(resource, (response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body));
  }
});
