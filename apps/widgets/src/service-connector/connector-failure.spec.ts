import { connectorFailureOf } from './connector-failure';

describe('the failure of a connector request', () => {
  it.each([
    [0, 'unreachable', 0],
    [401, 'refused', 0],
    [403, 'refused', 0],
    [422, 'failed', 0],
    [500, 'failed', 0],
    [201, 'failed', 0],
    [429, 'busy', 95_000],
    [503, 'busy', 95_000],
  ])('%d: %s, no retry before %d', (status, kind, until) => {
    expect(connectorFailureOf({ status, body: null, retryAfterMs: 90_000, clockAheadMs: 0, etag: null }, 5_000, 'retry')).toEqual({
      kind,
      until,
      shop: '',
      action: 'retry',
    });
  });
});
