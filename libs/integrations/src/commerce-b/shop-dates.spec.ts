import { parseModifiedAfter } from '../mapping/modified-after';
import { dayOf, isModifiedAfter, isoDate, localTime, lostDate, recordDates } from './shop-dates';
import { ShopZone } from './shop-zone';

const berlin = ShopZone.named('Europe/Berlin');
const iso = (date: string, zone: string): string | null => isoDate(date, ShopZone.named(zone));

describe('isoDate', () => {
  it.each([
    ['2025-11-14 09:13:20', 'Europe/Berlin', '2025-11-14T09:13:20+01:00'],
    ['2025-07-14 09:13:20', 'Europe/Berlin', '2025-07-14T09:13:20+02:00'],
    ['2025-11-14 09:13:20', 'UTC', '2025-11-14T09:13:20+00:00'],
    ['2025-11-14 09:13:20', 'America/St_Johns', '2025-11-14T09:13:20-03:30'],
    ['2025-11-14 23:59:59', 'Pacific/Kiritimati', '2025-11-14T23:59:59+14:00'],
    ['2025-11-14 00:00:00', 'Asia/Kathmandu', '2025-11-14T00:00:00+05:45'],
    ['2025-03-30 01:59:59', 'Europe/Berlin', '2025-03-30T01:59:59+01:00'],
    ['2025-03-30 03:00:00', 'Europe/Berlin', '2025-03-30T03:00:00+02:00'],
    ['2025-10-26 01:59:59', 'Europe/Berlin', '2025-10-26T01:59:59+02:00'],
    ['2025-10-26 03:00:00', 'Europe/Berlin', '2025-10-26T03:00:00+01:00'],
    ['2025-11-02 00:30:00', 'America/New_York', '2025-11-02T00:30:00-04:00'],
    ['2025-11-02 23:30:00', 'America/New_York', '2025-11-02T23:30:00-05:00'],
  ])('converts %s in %s to %s', (date, zone, expected) => {
    expect(iso(date, zone)).toBe(expected);
  });

  it('takes the first of a repeated hour', () => {
    expect(iso('2025-10-26 02:30:00', 'Europe/Berlin')).toBe('2025-10-26T02:30:00+02:00');
    expect(iso('2025-11-02 01:30:00', 'America/New_York')).toBe('2025-11-02T01:30:00-04:00');
  });

  it('moves a skipped hour to the one after', () => {
    expect(iso('2025-03-30 02:30:00', 'Europe/Berlin')).toBe('2025-03-30T03:30:00+02:00');
  });

  it('omits the offset in an unknown zone', () => {
    expect(isoDate('2025-11-14 09:13:20', null)).toBe('2025-11-14T09:13:20');
    expect(recordDates({ date_add: '2025-11-14 09:13:20' }, null).modifiedAt).toBeNull();
  });

  it.each([['Europe/Atlantis'], [''], [null]])('rejects the zone %p', (name) => {
    expect(ShopZone.named(name)).toBeNull();
  });

  it('round-trips every hour of a year in five zones', () => {
    const wrong: string[] = [];
    for (const name of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata']) {
      const zone = ShopZone.named(name);
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' });
      for (let instant = Date.UTC(2025, 0, 1); instant < Date.UTC(2026, 0, 1); instant += 3_600_000) {
        const text = format.format(instant);
        const local = localTime(text) ?? 0;
        const [first, latest] = [zone?.instantOf(local), zone?.latestInstantOf(local)];
        if ((first !== instant && latest !== instant) || Date.parse(isoDate(text, zone) ?? '') !== first) wrong.push(`${name} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('invalid and missing dates', () => {
  it.each([
    ['0000-00-00'],
    ['0000-00-00 00:00:00'],
    [''],
    [null],
    [undefined],
    ['soon'],
    ['2025-02-31 10:00:00'],
    ['2025-13-01'],
    ['0000-01-01'],
    [5],
    ['0000-12-31'],
  ])('convert %p to null', (date) => {
    expect([isoDate(date, berlin), dayOf(date), localTime(date)]).toEqual([null, null, null]);
  });

  it('begin with the year 1', () => {
    expect(dayOf('0001-01-01')).toBe('0001-01-01');
  });

  it('fall back to the other date', () => {
    expect(recordDates({ date_add: '2025-01-01 00:00:00', date_upd: '0000-00-00 00:00:00' }, berlin)).toEqual({
      createdAt: '2025-01-01T00:00:00+01:00',
      createdAtUtc: '2024-12-31T23:00:00Z',
      updatedAt: '2025-01-01T00:00:00+01:00',
      updatedAtUtc: '2024-12-31T23:00:00Z',
      modifiedAt: '2024-12-31T23:00:00.000Z',
      datesLost: false,
    });
    expect(recordDates({ date_add: '', date_upd: '2025-01-01 00:00:00' }, berlin)).toMatchObject({
      createdAt: '2025-01-01T00:00:00+01:00',
    });
  });

  it('become a constant that is flagged', () => {
    expect(recordDates({ date_add: '0000-00-00 00:00:00' }, berlin)).toEqual({
      createdAt: lostDate,
      createdAtUtc: lostDate,
      updatedAt: lostDate,
      updatedAtUtc: lostDate,
      modifiedAt: null,
      datesLost: true,
    });
  });
});

describe('isModifiedAfter', () => {
  const after = (date_upd: unknown, instant: string, zone = berlin, date_add: unknown = undefined): boolean =>
    isModifiedAfter({ date_upd, date_add }, parseModifiedAfter(instant), zone);

  it('compares instants, exclusively', () => {
    expect(after('2025-11-14 10:00:00', '2025-11-14T08:59:59Z')).toBe(true);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:00:00Z')).toBe(false);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:00:01Z')).toBe(false);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:59:59+01:00')).toBe(true);
  });

  it('falls back to the creation, and keeps a record without a date', () => {
    expect(after('0000-00-00 00:00:00', '2025-01-01T00:00:00Z', berlin, '2024-01-01 00:00:00')).toBe(false);
    expect(after('0000-00-00 00:00:00', '2025-01-01T00:00:00Z')).toBe(true);
  });

  it('takes the later of a repeated hour', () => {
    expect(after('2025-10-26 02:30:00', '2025-10-26T01:29:00Z')).toBe(true);
    expect(after('2025-10-26 02:30:00', '2025-10-26T01:30:00Z')).toBe(false);
  });

  it('keeps every record that may be later in an unknown zone', () => {
    expect(after('2025-11-14 10:00:00', '2025-11-14T21:59:59Z', null)).toBe(true);
    expect(after('2025-11-14 10:00:00', '2025-11-14T22:00:00Z', null)).toBe(false);
  });
});
