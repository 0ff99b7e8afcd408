import { InvalidIntegrationResponseException } from '@sync/integration-contract';
import { systemCapabilities } from '@sync/records';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const order = (id: number, fields: object = {}): object => ({ id, currency: 'EUR', date_created: '2026-01-01T00:00:00', ...fields });

describe('a list of ids', () => {
  it.each([
    ['customers', 'id%2Cdate_created_gmt%2Crole'],
    ['orders', 'id%2Cdate_created_gmt%2Cstatus'],
    ['products', 'id%2Cdate_created_gmt%2Ctype%2Cstatus'],
  ] as const)('of %s asks for 100 rows a page with the fields %s', async (capability, fields) => {
    scene.shop.respondWithRows([], { 'X-WP-TotalPages': '3', 'X-WP-Total': '250' });
    const request = { ...exportOf(capability), content: 'ids' as const };
    const { onBatch } = batchCollector();
    expect(await scene.integration.probeBulkExport(scene.connection, request)).toMatchObject({ totalPages: 3, perPage: 100 });
    await scene.integration.fetchBulkExportPageRange(scene.connection, request, 2, 2, 100, onBatch);
    const path = (page: number): string => `/wp-json/wc/v3/${capability}?page=${page}&per_page=100&_fields=${fields}`;
    expect(scene.shop.paths).toEqual([path(1), path(2)]);
  });

  it.each([
    ['customers', { role: 'administrator' }, { role: 'customer' }],
    ['orders', { status: 'checkout-draft' }, { status: 'pending' }],
    ['products', { type: 'variation' }, { type: 'variable' }],
  ] as const)('gives those of %s that no export brings a key that is no id', async (capability, leftOut, listed) => {
    scene.shop.respondWithRows([
      { id: 1, ...leftOut },
      { id: 2, ...listed },
    ]);
    const { batches, onBatch } = batchCollector();
    const request = { ...exportOf(capability), content: 'ids' as const };
    await scene.integration.streamBulkExport(scene.connection, request, onBatch);
    const rows = [{ key: 'left out 1' }, { key: '2' }];
    expect(batches).toMatchObject([{ rows: 2, records: [], skipped: [], list: { rows } }]);
  });
});

describe('records read by their ids', () => {
  it('are asked for with one request, and with several for long ids', async () => {
    scene.shop.respondWithRows([]);
    const ids = (count: number, prefix = ''): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index + 101}`);
    await scene.integration.fetchRecords(scene.connection, 'orders', ids(100));
    expect(scene.shop.paths).toEqual([`/wp-json/wc/v3/orders?include=${ids(100).join()}&per_page=100`]);
    await scene.integration.fetchRecords(scene.connection, 'orders', ids(100, '1'.repeat(16)));
    expect(scene.shop.paths.length).toBe(3);
    expect(Math.max(...scene.shop.paths.map((path) => path.length))).toBeLessThan(1_100);
  });

  it.each(systemCapabilities)('of %s: no request without an id', async (capability) => {
    const nothing = { records: [], skipped: [] };
    expect(await scene.integration.fetchRecords(scene.connection, capability, [])).toEqual(nothing);
    expect(await scene.integration.fetchRecords(scene.connection, capability, ['', 'x', '1|2'])).toEqual(nothing);
    expect(scene.shop.requests).toEqual([]);
  });

  it('leave out what no list shows, and skip what cannot be mapped with its reason', async () => {
    scene.shop.respondWithRows([order(1), order(2, { status: 'trash' }), order(3, { status: 'auto-draft' }), { id: 4 }]);
    expect(await scene.integration.fetchRecords(scene.connection, 'orders', ['1', '2', '3', '4'])).toMatchObject({
      records: [{ sourceId: '1' }],
      skipped: [{ sourceId: '4' }],
    });
  });

  it('fail if the shop ignores `include`, because its response says nothing about the others', async () => {
    scene.shop.respondWithRows([order(1), order(9)]);
    const read = scene.integration.fetchRecords(scene.connection, 'orders', ['1', '2']);
    expect(await failureOf(read)).toBeInstanceOf(InvalidIntegrationResponseException);
  });
});
