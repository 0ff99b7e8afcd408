import { scalarAttributes } from './scalar-attributes';
import { ShopZone } from './shop-zone';

const kinds = { mapped: new Set(['id']), flags: new Set(['active']), money: new Set(['fee']) };
const attributes = (row: object, zone = ShopZone.named('Europe/Berlin')): unknown[] =>
  scalarAttributes({ ...row }, kinds, zone).map(({ key, value }) => [key.replace('commerce_b.', ''), value]);

describe('scalarAttributes', () => {
  it.each<[object, unknown]>([
    [{ active: '1' }, true],
    [{ active: '0' }, false],
    [{ fee: '12.345' }, 1235],
    [{ id_shop: 3 }, '3'],
    [{ id_shop: '3' }, '3'],
    [{ id_shop: true }, true],
    [{ count: 3 }, 3],
    [{ weight: 0.5 }, '0.5'],
    [{ virtual: false }, false],
    [{ note_count: ' x ' }, 'x'],
    [{ birthday: '1985-05-01' }, '1985-05-01'],
    [{ date_add: '2025-07-14 09:13:20' }, '2025-07-14T09:13:20+02:00'],
  ])('convert %j to %j', (row, value) => {
    expect(attributes(row)).toEqual([[Object.keys(row)[0], value]]);
  });

  it.each<object>([
    { id: 5 },
    { name: '' },
    { name: ' ' },
    { none: null },
    { list: ['x'] },
    { object: {} },
    { passwd: 'x' },
    { available_date: '0000-00-00' },
    { available_date: '0000-00-00 00:00:00' },
    { fee: '' },
  ])('leave out %j', (row) => {
    expect(attributes(row)).toEqual([]);
  });

  it('have dates without offset if the zone is unknown', () => {
    expect(attributes({ date_add: '2025-07-14 09:13:20' }, null)).toEqual([['date_add', '2025-07-14T09:13:20']]);
  });
});
