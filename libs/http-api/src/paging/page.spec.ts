import { Problem } from '@sync/service-runtime';
import fc from 'fast-check';
import { writeCursor } from './cursor';
import { pageById } from './page';

const idOf = (number: number) => `01981c2e-4a10-7c3d-9b1e-${String(number).padStart(12, '0')}`;

/** Reads all pages of a list, which are as the caller presents them. */
async function allPages(ids: readonly string[], limit: number, present: (rows: { id: string }[]) => string[]): Promise<string[][]> {
  const pages: string[][] = [];
  const read = ({ after, limit: count }: { after: string | null; limit: number }) =>
    Promise.resolve(
      ids
        .filter((id) => after === null || id > after)
        .slice(0, count)
        .map((id) => ({ id })),
    );
  for (let cursor: string | undefined; ;) {
    const { data, next_cursor } = await pageById('list', { limit, cursor }, read, present);
    pages.push(data);
    if (next_cursor === null) return pages;
    cursor = next_cursor;
  }
}

describe('pages by id', () => {
  it('contain each row once, in order', async () => {
    const sizes = fc.record({ rows: fc.nat(20), limit: fc.integer({ min: 1, max: 8 }) });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ rows, limit }) => {
        const ids = Array.from({ length: rows }, (_, number) => idOf(number));
        const pages = await allPages(ids, limit, (shown) => shown.map(({ id }) => id));
        expect(pages.flat()).toEqual(ids);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(rows / limit)));
      }),
    );
  });

  it('go on behind rows that are not shown', async () => {
    const ids = [idOf(1), idOf(2), idOf(3)];
    expect(await allPages(ids, 2, (shown) => shown.flatMap(({ id }) => (id === idOf(2) ? [] : id)))).toEqual([[idOf(1)], [idOf(3)]]);
  });

  it.each([
    ['of another list', writeCursor('other', idOf(1))],
    ['without an id', writeCursor('list', 'no-id')],
    ['that is no cursor', 'no-cursor'],
  ])('refuse a cursor %s', async (_case, cursor) => {
    const page = pageById(
      'list',
      { limit: 1, cursor },
      () => Promise.resolve([]),
      (rows) => rows,
    );
    await expect(page).rejects.toThrow(Problem);
  });
});
