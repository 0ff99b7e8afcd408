import type { BulkExportProbe, ExportBatch } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const clock = { Date: 'Mon, 01 Jun 2026 12:00:00 GMT' };
const row = (id: unknown, created: string | null, modified: string | null = created): object => ({
  id,
  email: 'someone@example.test',
  currency: 'EUR',
  date_created: '2026-01-01T00:00:00',
  date_created_gmt: created,
  date_modified_gmt: modified,
});
const changes = '2026-01-01T00:00:00Z';

function probe(rows: object[], capability: SystemCapability = 'orders', modifiedAfter: string | null = null): Promise<BulkExportProbe> {
  scene.shop.respondWithRows(rows, { 'X-WP-TotalPages': rows.length === 0 ? '0' : '1', ...clock });
  return scene.probe(capability, modifiedAfter);
}

interface Asked {
  headers?: Record<string, string>;
  number?: number;
  capability?: SystemCapability;
  modifiedAfter?: string | null;
}

async function page(rows: object[], asked: Asked = {}): Promise<ExportBatch['list']> {
  const { headers = {}, number = 1, capability = 'orders', modifiedAfter = null } = asked;
  scene.shop.respondWithRows(rows, headers);
  return (await scene.range(capability, [number, number], { modifiedAfter }))[0]?.list;
}

describe('the number of rows', () => {
  it.each([
    ['X-WP-Total', { 'X-WP-TotalPages': '3', 'X-WP-Total': '121' }, 121, 3],
    ['X-Store-Total', { 'X-Store-TotalPages': '3', 'X-Store-Total': '150' }, 150, 3],
    ['0 for an empty list', { 'X-WP-TotalPages': '0', 'X-WP-Total': '0' }, 0, 0],
    ['absent', { 'X-WP-TotalPages': '3' }, null, 3],
    ['inconsistent with the number of pages', { 'X-WP-TotalPages': '3', 'X-WP-Total': '151' }, null, 3],
    ['no number', { 'X-WP-TotalPages': '3', 'X-WP-Total': 'many' }, null, 3],
    ['without a number of pages', { 'X-WP-Total': '121' }, null, null],
    ['with more pages than an export fetches', { 'X-WP-TotalPages': '30000', 'X-WP-Total': '1500000' }, null, 20_000],
  ])('%s', async (_name, headers, total, pages) => {
    expect(await page([row(1, '2026-05-01T10:00:00')], { headers })).toMatchObject({ total, pages });
  });

  it('is unknown beyond the end, where newer order tables return no totals', async () => {
    expect(await page([], { headers: { 'X-WP-TotalPages': '0', 'X-WP-Total': '0' }, number: 4 })).toEqual({
      total: null,
      pages: null,
      rows: [],
    });
  });
});

describe('row keys', () => {
  it('cover unmappable, filtered and repeated rows', async () => {
    const rows = [row(7, '2026-05-01T10:00:00'), { id: 8 }, row(7, '2026-05-01T10:00:00')];
    expect((await page(rows))?.rows.map(({ key }) => key)).toEqual(['7', '8', '7']);
    const customers = await page([row(9, '2025-01-01T10:00:00')], { capability: 'customers', modifiedAfter: changes });
    expect(customers?.rows.map(({ key }) => key)).toEqual(['9']);
  });

  it('are a hash of the content for a row without id', async () => {
    const rows = [row(null, null), row(null, '2026-05-01T10:00:00'), row(null, null)];
    const keys = (await page(rows))?.rows.map(({ key }) => key) ?? [];
    expect(keys[0]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.join()).not.toContain('someone');
  });
});

describe('rows added after the probe have a higher mark', () => {
  const marks = async (rows: object[], asked: Asked = {}) => (await page(rows, asked))?.rows.map(({ mark }) => mark) ?? [];
  const there = [row(20, '2026-06-01T11:59:58'), row(19, '2026-03-01T10:00:00')];

  it('by creation, and by id within a second', async () => {
    const { list } = await probe([row(21, '2026-06-01T12:00:00'), ...there]);
    const later = await marks([row(22, '2026-06-01T12:00:00'), row(23, '2026-06-01T12:00:01')]);
    for (const mark of later) expect(mark > (list?.newest ?? '')).toBe(true);
    for (const mark of await marks([row(21, '2026-06-01T12:00:00'), ...there])) expect(mark <= (list?.newest ?? '')).toBe(true);
  });

  it.each([
    ['orders', true],
    ['products', true],
    ['customers', false],
  ] as const)('by modification of %s in a delta: %s', async (capability, counts) => {
    const { list } = await probe(there, capability, changes);
    const [mark = ''] = await marks([row(5, '2026-01-05T10:00:00', '2026-06-01T12:00:05')], { capability, modifiedAfter: changes });
    expect(mark > (list?.newest ?? '')).toBe(counts);
  });

  it('by the clock of the shop', async () => {
    const { list } = await probe([]);
    const [before = '', after = ''] = await marks([row(1, '2026-06-01T11:59:50'), row(2, '2026-06-01T12:00:01')]);
    expect([before <= (list?.newest ?? ''), after > (list?.newest ?? '')]).toEqual([true, true]);
  });

  it('not without a UTC creation time', async () => {
    expect(await marks([row(3, null)])).toEqual(['']);
  });
});
