import { modifiedInstant, recordDates } from './record-dates';

describe('modifiedInstant', () => {
  it.each([
    ['date_modified_gmt', { date_modified: '2026-03-02T10:00:00', date_modified_gmt: '2026-03-02T09:00:00' }, '2026-03-02T09:00:00Z'],
    ['date_modified_gmt on the last day of a month', { date_modified_gmt: '2026-03-31T09:00:00' }, '2026-03-31T09:00:00Z'],
    ['date_modified_gmt with an offset', { date_modified_gmt: '2026-03-02T10:00:00+01:00' }, '2026-03-02T09:00:00Z'],
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
      '2026-03-01T09:00:00Z',
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
    [{ date_modified_gmt: ['2026-03-02T10:00:00'] }],
  ])('is null for %j', (row) => {
    expect(modifiedInstant(row)).toBeNull();
  });
});

describe('recordDates', () => {
  const [created, modified] = ['2026-01-02T03:04:05', '2026-02-03T04:05:06'];

  const [createdGmt, modifiedGmt] = ['2026-01-02T02:04:05', '2026-02-03T03:05:06'];

  it.each([
    [{ date_created: created, date_modified: modified }, [created, null, modified, null]],
    [
      { date_created: created, date_created_gmt: createdGmt, date_modified: modified, date_modified_gmt: modifiedGmt },
      [created, `${createdGmt}Z`, modified, `${modifiedGmt}Z`],
    ],
    [{ date_created: created, date_created_gmt: createdGmt }, [created, `${createdGmt}Z`, created, `${createdGmt}Z`]],
    [{ date_created: created, date_created_gmt: '0000-00-00T00:00:00' }, [created, null, created, null]],
    [{ date_created: `${created}+01:00` }, [`${created}+01:00`, `${createdGmt}Z`, `${created}+01:00`, `${createdGmt}Z`]],
    [
      { date_created: '0000-00-00 00:00:00', date_modified: modified, date_modified_gmt: modifiedGmt },
      [modified, `${modifiedGmt}Z`, modified, `${modifiedGmt}Z`],
    ],
    [{ date_created: created, date_modified: '0000-00-00T00:00:00' }, [created, null, created, null]],
    [{ date_created_gmt: created, date_modified: modified, date_modified_gmt: created }, [created, `${created}Z`, modified, `${created}Z`]],
    [{ date_modified_gmt: modified }, [modified, `${modified}Z`, modified, `${modified}Z`]],
    [{ date_created: created, date_modified: '+010000-01-01T00:00:00' }, [created, null, '+010000-01-01T00:00:00', null]],
  ])('of %j are %j', (row, [createdAt, createdAtUtc, updatedAt, updatedAtUtc]) => {
    expect(recordDates(row)).toEqual({ createdAt, createdAtUtc, updatedAt, updatedAtUtc });
  });

  it('are null without any date', () => {
    expect(recordDates({ date_created: '', date_modified: null })).toBeNull();
  });
});
