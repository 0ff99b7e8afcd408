import { retryAfterOf } from './ask';

describe('"Retry-After"', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    ['600', 600_000],
    ['3600', 600_000],
    ['9'.repeat(400), 600_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 01 Jan 2999 00:00:00 GMT', 600_000],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j: %p ms, at most ten minutes', (header, ms) => {
    expect(retryAfterOf(header)).toBe(ms);
  });

  it('may be a date', () => {
    const ms = retryAfterOf(new Date(Date.now() + 60_000).toUTCString());
    expect(ms).toBeGreaterThan(50_000);
    expect(ms).toBeLessThanOrEqual(60_000);
  });
});
