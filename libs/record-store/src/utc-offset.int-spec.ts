import { customer } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

describe("the offset of a shop's clock", () => {
  let database: StoreDatabase;
  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());

  it.each([
    ['east of UTC', [['2026-07-02T10:15:00', '2026-07-02T08:15:00Z']], 120],
    ['west of UTC, over midnight', [['2026-07-01T21:00:04', '2026-07-02T02:30:04Z']], -330],
    ['of times that say their offset', [['2026-07-02T10:15:00+05:45', '2026-07-02T04:30:00Z']], 345],
    [
      'of the newest record, whenever it was stored',
      [
        ['2026-01-02T10:00:00', '2026-01-02T09:00:00Z'],
        ['2026-07-02T10:00:00', '2026-07-02T08:00:00Z'],
        ['2025-12-02T10:00:00', '2025-12-02T09:00:00Z'],
      ],
      120,
    ],
    [
      'of a record that has both times',
      [
        ['2026-01-02T10:00:00', '2026-01-02T09:00:00Z'],
        ['2026-07-02T10:00:00', null],
      ],
      60,
    ],
    ['of times that no zone has', [['2026-07-04T10:00:00', '2026-07-02T08:00:00Z']], null],
    ['of no record', [], null],
  ] as const)('%s: minutes, or null when no record shows them', async (_case, times, minutes) => {
    const id = await database.connection();
    const records = times.map(([updatedAt, updatedAtUtc], at) => customer(String(at), { updatedAt, updatedAtUtc }));
    for (const record of records) await database.write(id, 'customers', [record]);
    expect(await database.store.readUtcOffset(id, 'customers')).toBe(minutes);
  });
});
