import { IntegrationRequestException } from '@sync/integration-contract';
import { dayOf, instantOf, isModifiedAfter, isoDate, localTime, lostDate, recordDates } from './shop-dates';
import { ShopZone } from './shop-zone';

const berlin = ShopZone.named('Europe/Berlin');
const iso = (date: string, zone: string): string | null => isoDate(date, ShopZone.named(zone));

describe('B9 5 timestamps are shop-local, without offset', () => {
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
  ])('%s in %s is %s', (date, zone, expected) => {
    expect(iso(date, zone)).toBe(expected);
  });

  it('an hour that comes twice when summer time ends is the first of the two', () => {
    expect(iso('2025-10-26 02:30:00', 'Europe/Berlin')).toBe('2025-10-26T02:30:00+02:00');
    expect(iso('2025-11-02 01:30:00', 'America/New_York')).toBe('2025-11-02T01:30:00-04:00');
  });

  it('an hour that is left out when summer time begins is the hour after it', () => {
    expect(iso('2025-03-30 02:30:00', 'Europe/Berlin')).toBe('2025-03-30T03:30:00+02:00');
  });

  it('without a known zone they stay without offset, and say nothing of the instant', () => {
    expect(isoDate('2025-11-14 09:13:20', null)).toBe('2025-11-14T09:13:20');
    expect(recordDates({ date_add: '2025-11-14 09:13:20' }, null).modifiedAt).toBeNull();
  });

  it.each([['Europe/Atlantis'], [''], [null]])('%p is no zone', (name) => {
    expect(ShopZone.named(name)).toBeNull();
  });

  it('every hour of a year in zones with and without summer time comes back as it was', () => {
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

describe('B10 zero dates mean none', () => {
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
  ])('%p is none', (date) => {
    expect([isoDate(date, berlin), dayOf(date), localTime(date)]).toEqual([null, null, null]);
  });

  it('where one date is missing the other stands in', () => {
    expect(recordDates({ date_add: '2025-01-01 00:00:00', date_upd: '0000-00-00 00:00:00' }, berlin)).toEqual({
      createdAt: '2025-01-01T00:00:00+01:00',
      updatedAt: '2025-01-01T00:00:00+01:00',
      modifiedAt: '2024-12-31T23:00:00.000Z',
      areLost: false,
    });
    expect(recordDates({ date_add: '', date_upd: '2025-01-01 00:00:00' }, berlin)).toMatchObject({
      createdAt: '2025-01-01T00:00:00+01:00',
    });
  });

  it('where both are missing the record is kept, flagged, and the same at each export', () => {
    expect(recordDates({ date_add: '0000-00-00 00:00:00' }, berlin)).toEqual({
      createdAt: lostDate,
      updatedAt: lostDate,
      modifiedAt: null,
      areLost: true,
    });
  });
});

describe('D10 modifiedAfter filtering happens client-side', () => {
  const after = (date_upd: unknown, instant: string, zone = berlin, date_add: unknown = undefined): boolean =>
    isModifiedAfter({ date_upd, date_add }, instantOf(instant), zone);

  it('by the instant, exclusively', () => {
    expect(after('2025-11-14 10:00:00', '2025-11-14T08:59:59Z')).toBe(true);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:00:00Z')).toBe(false);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:00:01Z')).toBe(false);
    expect(after('2025-11-14 10:00:00', '2025-11-14T09:59:59+01:00')).toBe(true);
  });

  it('a record that was never modified counts by its creation; one that does not say when is kept', () => {
    expect(after('0000-00-00 00:00:00', '2025-01-01T00:00:00Z', berlin, '2024-01-01 00:00:00')).toBe(false);
    expect(after('0000-00-00 00:00:00', '2025-01-01T00:00:00Z')).toBe(true);
  });

  it('of an hour that comes twice the later one counts, so that nothing is lost', () => {
    expect(after('2025-10-26 02:30:00', '2025-10-26T01:29:00Z')).toBe(true);
    expect(after('2025-10-26 02:30:00', '2025-10-26T01:30:00Z')).toBe(false);
  });

  it('with an unknown zone whatever can have been modified after it is kept', () => {
    expect(after('2025-11-14 10:00:00', '2025-11-14T21:59:59Z', null)).toBe(true);
    expect(after('2025-11-14 10:00:00', '2025-11-14T22:00:00Z', null)).toBe(false);
  });

  it('an instant that is none is an IntegrationRequestException', () => {
    expect(() => instantOf('yesterday')).toThrow(IntegrationRequestException);
    expect(instantOf('2025-12-01T00:00:00')).toBe(Date.UTC(2025, 11, 1));
  });
});
