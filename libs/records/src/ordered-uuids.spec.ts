import { validate, version } from 'uuid';
import { OrderedUuids } from './ordered-uuids';

it('ids UUIDs (version 7), each greater than the one before, by which what they name is in the order of its making', () => {
  const ids = new OrderedUuids();
  const made = Array.from({ length: 20_000 }, () => ids.next());
  expect(made.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

it('ids of two processes differ', () => {
  const [first, second] = [new OrderedUuids(), new OrderedUuids()];
  const made = Array.from({ length: 2_000 }, () => [first.next(), second.next()]).flat();
  expect(new Set(made).size).toBe(made.length);
});

it('a clock that goes back does not take the order along', () => {
  const ids = new OrderedUuids();
  const before = ids.next();
  jest.useFakeTimers({ now: Date.now() - 3_600_000 });
  try {
    expect(ids.next() > before).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
