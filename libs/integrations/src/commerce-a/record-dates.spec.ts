import { modifiedInstant } from './record-dates';

describe('modifiedInstant', () => {
  it.each([
    ['date_modified_gmt', { date_modified: '2026-03-02T10:00:00', date_modified_gmt: '2026-03-02T09:00:00' }, '2026-03-02T09:00:00Z'],
    ['date_modified_gmt on the last day of a month', { date_modified_gmt: '2026-03-31T09:00:00' }, '2026-03-31T09:00:00.000Z'],
    ['date_modified_gmt with an offset', { date_modified_gmt: '2026-03-02T10:00:00+01:00' }, '2026-03-02T09:00:00.000Z'],
    [
      'date_modified without a UTC twin',
      { date_modified: '2026-03-02T10:00:00', date_created_gmt: '2026-03-01T09:00:00' },
      '2026-03-02T10:00:00Z',
    ],
    [
      'the creation of an unmodified record',
      { date_modified: null, date_modified_gmt: null, date_created_gmt: '2026-03-01T09:00:00' },
      '2026-03-01T09:00:00Z',
    ],
    [
      'the creation instead of a zero date',
      { date_modified_gmt: '0000-00-00T00:00:00', date_created_gmt: '2026-03-01 09:00:00' },
      '2026-03-01T09:00:00.000Z',
    ],
    ['date_created without any other date', { date_created: '2026-03-01T10:00:00' }, '2026-03-01T10:00:00Z'],
  ])('%s', (_name, row, instant) => {
    expect(modifiedInstant(row)).toBe(instant);
    expect(new Date(modifiedInstant(row) ?? '').getTime()).not.toBeNaN();
  });

  it.each([
    [{}],
    [{ date_modified_gmt: 'yesterday' }],
    [{ date_modified_gmt: 20260302 }],
    [{ date_modified_gmt: '2026-13-02T10:00:00' }],
    [{ date_modified_gmt: '+010000-01-01T00:00:00Z' }],
    [{ date_modified_gmt: '-000001-01-01T00:00:00Z' }],
    [{ date_modified_gmt: { date: '2026-03-02' } }],
  ])('is null for %j', (row) => {
    expect(modifiedInstant(row)).toBeNull();
  });
});
