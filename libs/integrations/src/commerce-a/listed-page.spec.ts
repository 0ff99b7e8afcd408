import type { SystemCapability } from '@sync/records';
import { idMark } from '../mapping/listed-rows';
import { exportOf } from '../testing/connections';
import { listedPage, listState } from './listed-page';
import type { PlatformPage } from './platform-pages';

const row = (id: unknown, created: string | null, modified: string | null = created): object => ({
  id,
  date_created_gmt: created,
  date_modified_gmt: modified,
});
const page = (...rows: unknown[]): PlatformPage => ({
  rows,
  totalPages: 3,
  total: 121,
  pages: 3,
  requestedAt: Date.UTC(2026, 5, 1, 12),
});
const changes = '2026-01-01T00:00:00Z';
const there = [row(20, '2026-06-01T11:59:58'), row(19, '2026-03-01T10:00:00')];

function marks(rows: object[], capability: SystemCapability = 'orders', modifiedAfter: string | null = null): string[] {
  return listedPage(exportOf(capability, modifiedAfter), page(...rows)).rows.map(({ mark }) => mark);
}

it('a page has the totals of the shop, and a key for each row, also for one that no record is made of', () => {
  const { rows, ...totals } = listedPage(exportOf('orders'), page(row(7, changes), { id: 8 }, null, row(7, changes)));
  expect(totals).toEqual({ total: 121, pages: 3 });
  expect(rows.map(({ key }) => key)).toEqual(['7', '8', expect.stringMatching(/^no id /), '7']);
});

it('the state of a list has its total and the newest of its marks and the request, by the clock of the shop', () => {
  expect(listState(exportOf('orders'), page(...there))).toEqual({ total: 121, newest: '2026-06-01T12:00:00' });
  expect(listState(exportOf('orders'), page(row(21, '2026-06-01T12:00:00'), ...there)).newest).toBe(`2026-06-01T12:00:00 ${idMark('21')}`);
});

describe('rows added after the probe have a higher mark', () => {
  const { newest } = listState(exportOf('orders'), page(row(21, '2026-06-01T12:00:00'), ...there));

  it('by creation, and by id within a second', () => {
    const later = marks([row(22, '2026-06-01T12:00:00'), row(23, '2026-06-01T12:00:01')]);
    expect(later.map((mark) => mark > newest)).toEqual([true, true]);
    expect(marks([row(21, '2026-06-01T12:00:00'), ...there]).map((mark) => mark > newest)).toEqual([false, false, false]);
  });

  it.each([
    ['orders', changes, true],
    ['products', changes, true],
    ['customers', changes, false],
    ['orders', null, false],
  ] as const)('by modification of %s in a delta from %s: %s', (capability, modifiedAfter, counts) => {
    const [mark = ''] = marks([row(5, '2026-01-05T10:00:00', '2026-06-01T12:00:05')], capability, modifiedAfter);
    expect(mark > newest).toBe(counts);
  });

  it('by creation in a delta if they were never modified', () => {
    expect(marks([row(5, '2026-01-05T10:00:00', null)], 'orders', changes)).toEqual([`2026-01-05T10:00:00 ${idMark('5')}`]);
  });

  it('not without a UTC creation time', () => {
    expect(marks([row(3, null)])).toEqual(['']);
  });
});
