import { batchCollector, exportOf } from '../testing/connections';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const modifiedAfter = '2026-01-01T00:00:00Z';
const customer = (id: number, modified: string | null, fields: object = {}): object => ({
  id,
  role: 'customer',
  date_created_gmt: '2025-03-01T10:00:00',
  date_modified_gmt: modified,
  ...fields,
});
const whole = (id: number): object =>
  customer(id, '2026-01-02T00:00:00', { email: `${id}@mail.example`, date_created: '2025-03-01T11:00:00' });
const list =
  '/wp-json/wc/v3/customers?page=1&per_page=100&modified_after=2026-01-01T00%3A00%3A00Z&_fields=id%2Cdate_created_gmt%2Cdate_modified_gmt%2Crole';

async function page(): Promise<unknown> {
  const { batches, onBatch } = batchCollector<'customers'>();
  await scene.integration.fetchBulkExportPageRange(scene.connection, exportOf('customers', modifiedAfter), 1, 1, 100, onBatch);
  return batches.map(({ records, rows, list: listed }) => ({
    ids: records.map(({ sourceId }) => sourceId),
    rows,
    keys: listed?.rows.map(({ key }) => key),
  }));
}

describe('changed customers, which the platform does not filter', () => {
  it('are found by ids and dates, and read by their ids', async () => {
    const listed = [
      customer(1, '2025-12-31T23:59:59'),
      customer(2, '2026-01-01T00:00:01'),
      customer(3, '2026-01-01T00:00:00'),
      customer(4, null),
      customer(5, null, { date_created_gmt: '2026-01-05T00:00:00' }),
      customer(6, null, { date_created_gmt: null }),
      customer(7, '2026-02-01T00:00:00', { role: 'administrator' }),
    ];
    const read = [whole(2), whole(5), whole(6)];
    scene.shop.respond = ({ url }, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'X-WP-TotalPages': '1' })
        .end(JSON.stringify(url.searchParams.has('include') ? read : listed));
    expect(await page()).toEqual([{ ids: ['2', '5', '6'], rows: 7, keys: ['1', '2', '3', '4', '5', '6', 'left out 7'] }]);
    expect(scene.shop.paths).toEqual([list, '/wp-json/wc/v3/customers?include=2,5,6&per_page=100']);
  });

  it('cost one request for 100 customers when there are none', async () => {
    scene.shop.respondWithRows([customer(1, '2025-12-31T23:59:59')]);
    expect(await page()).toEqual([{ ids: [], rows: 1, keys: ['1'] }]);
    expect(scene.shop.paths).toEqual([list]);
  });

  it('are all customers that came as a whole: what was downloaded is kept', async () => {
    scene.shop.respondWithRows([whole(1), { ...whole(2), date_modified_gmt: '2025-03-01T10:00:00' }]);
    expect(await page()).toMatchObject([{ ids: ['1', '2'] }]);
    expect(scene.shop.paths).toEqual([list]);
  });
});
