import { retryAfterOf } from './request';

describe('Retry-After', () => {
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
    expect(retryAfterOf(header, 0)).toBe(ms);
  });

  it.each([0, 7_200_000, -86_400_000])('reads a date by the clock of the service, %d ms ahead of this machine', (aheadMs) => {
    const ms = retryAfterOf(new Date(Date.now() + aheadMs + 60_000).toUTCString(), aheadMs);
    expect(ms).toBeGreaterThan(50_000);
    expect(ms).toBeLessThanOrEqual(60_000);
  });
});
