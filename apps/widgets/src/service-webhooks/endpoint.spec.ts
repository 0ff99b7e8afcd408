import { nextLookMs, shownAddress, toggled, type Delivery } from './endpoint';

describe('an endpoint', () => {
  it.each([
    ['https://erp.example/hooks', 'https://erp.example/hooks'],
    ['https://erp.example/hooks?key=1&more?', 'https://erp.example/hooks?…'],
    ['https://erp.example/?', 'https://erp.example/?…'],
  ])('%s is shown as %s', (url, shown) => expect(shownAddress(url)).toBe(shown));

  it('gets the events that are chosen, and keeps those of a newer service', () => {
    expect(toggled(['new.event'], 'records.changed')).toEqual(['new.event', 'records.changed']);
    expect(toggled(['new.event', 'records.changed'], 'records.changed')).toEqual(['new.event']);
  });
});

describe('the next look at deliveries', () => {
  const now = Date.parse('2026-01-05T12:00:00Z');
  const due = (seconds: number, status = 'pending') =>
    ({ status, next_attempt_at: new Date(now + seconds * 1_000).toISOString() }) as Delivery;

  it.each<[string, Delivery[] | undefined, number]>([
    ['none is known', undefined, 60_000],
    ['none waits', [due(5, 'failed')], 60_000],
    ['one is due', [due(3_600), due(-10)], 2_000],
    ['the next is due in 30 seconds', [due(30), due(40)], 31_000],
    ['it is due in an hour', [due(3_600)], 60_000],
  ])('while %s', (_title, deliveries, ms) => expect(nextLookMs(deliveries, now)).toBe(ms));
});
