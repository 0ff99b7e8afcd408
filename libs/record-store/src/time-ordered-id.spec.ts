import { validate, version } from 'uuid';
import { timeOrderedId } from './time-ordered-id';

describe('Ids UUIDs (version 7)', () => {
  it('each its own, beyond the randomness that is fetched at once', () => {
    const ids = Array.from({ length: 2_000 }, () => timeOrderedId());
    expect(new Set(ids).size).toBe(2_000);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  });

  it('in the order in which they were made', () => {
    const ids = Array.from({ length: 20_000 }, () => timeOrderedId());
    expect([...ids].sort()).toEqual(ids);
  });

  it('also when the clock goes back', () => {
    const before = timeOrderedId();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    expect(timeOrderedId() > before).toBe(true);
    clock.mockRestore();
  });
});
