import { validate, version } from 'uuid';
import { OrderedUuids } from './ordered-uuids';

describe('OrderedUuids', () => {
  it('makes version 7 UUIDs, each greater than the one before', () => {
    const ids = new OrderedUuids();
    const made = Array.from({ length: 20_000 }, () => ids.next());
    expect(made.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('never repeats an id across instances', () => {
    const [first, second] = [new OrderedUuids(), new OrderedUuids()];
    const made = Array.from({ length: 2_000 }, () => [first.next(), second.next()]).flat();
    expect(new Set(made).size).toBe(made.length);
  });

  it('keeps the order when the clock is set back', () => {
    const ids = new OrderedUuids();
    const before = ids.next();
    jest.useFakeTimers({ now: Date.now() - 3_600_000 });
    try {
      expect(ids.next() > before).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});
