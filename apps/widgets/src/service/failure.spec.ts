import type { ServiceResponse } from './request';
import { failureOf } from './failure';

const response = (status: number, retryAfterMs: number | null = null): ServiceResponse => ({
  status,
  body: null,
  retryAfterMs,
  clockAheadMs: 0,
  etag: null,
});

describe('the failure of a request', () => {
  it.each<[status: number, retryAfterMs: number | null, kind: string, waitMs: number]>([
    [0, null, 'unreachable', 0],
    [200, null, 'failed', 0],
    [400, null, 'failed', 0],
    [401, 90_000, 'refused', 0],
    [403, null, 'ended', 0],
    [404, null, 'failed', 0],
    [422, 90_000, 'failed', 0],
    [429, null, 'busy', 10_000],
    [429, 90_000, 'busy', 90_000],
    [429, 0, 'failed', 0],
    [500, 90_000, 'failed', 0],
    [502, 90_000, 'failed', 0],
    [503, null, 'failed', 0],
    [503, 90_000, 'busy', 90_000],
    [503, 0, 'failed', 0],
  ])('%d with Retry-After of %p ms: %s, retry after %d ms', (status, retryAfterMs, kind, waitMs) => {
    expect(failureOf(response(status, retryAfterMs), { 403: 'ended' })).toEqual({ kind, waitMs });
  });
});
