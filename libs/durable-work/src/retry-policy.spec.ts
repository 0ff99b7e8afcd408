import { IntegrationRequestException } from '@sync/integration-contract';
import fc from 'fast-check';
import { askedWaitMs, backoffMs, deferredMs, outageWaitMs } from './retry-policy';

describe('exponential backoff with jitter', () => {
  it('doubles from one second, less up to half of it', () => {
    expect([1, 2, 3, 4].map((failures) => backoffMs(failures, () => 0))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect([1, 2, 3, 4].map((failures) => backoffMs(failures, () => 1))).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('is never longer than a minute', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 10_000 }), (failures) => backoffMs(failures) <= 60_000));
  });
});

it('a deferred task waits 200 ms longer with each attempt, ten seconds at most', () => {
  expect([1, 2, 49, 50, 51, 100_000].map(deferredMs)).toEqual([200, 400, 9_800, 10_000, 10_000, 10_000]);
});

it('without a connection to Postgres the waits double from one second to a minute', () => {
  const refused = Object.assign(new Error('any'), { code: 'ECONNREFUSED' });
  expect([0, 1_000, 2_000, 4_000, 100_000].map((waitedMs) => outageWaitMs(refused, waitedMs))).toEqual([
    1_000, 1_000, 2_000, 4_000, 60_000,
  ]);
  expect(outageWaitMs(new IntegrationRequestException('The shop refuses.', { code: 'ECONNREFUSED' }), 0)).toBeNull();
});

describe('429 or 503 with Retry-After: waits that long, within bounds', () => {
  const asked = (retryAfterSeconds?: number) =>
    askedWaitMs(new IntegrationRequestException('The shop asks to wait.', { status: 429, retryAfterSeconds }));

  it.each([
    [120, 120_000],
    [99_999_999, 3_600_000],
    [0, 1_000],
  ])('%d seconds are %d milliseconds', (seconds, milliseconds) => {
    expect(asked(seconds)).toBe(milliseconds);
  });

  it('without Retry-After the wait is the backoff', () => {
    expect(asked()).toBeNull();
    expect(askedWaitMs(new Error('any'))).toBeNull();
    expect(askedWaitMs(new IntegrationRequestException('Maintenance.', { status: 503, retryAfterSeconds: 600 }))).toBe(60_000);
  });
});
