import type { Answer } from '../service/ask';
import { troubleOf } from './trouble';

const answer = (status: number, retryAfterMs: number | null = null): Answer => ({ status, body: null, retryAfterMs, clockAheadMs: 0 });

describe('what went wrong with the connector', () => {
  it.each([
    [0, 'unreachable'],
    [401, 'refused'],
    [403, 'refused'],
    [422, 'system'],
    [500, 'failed'],
    [201, 'failed'],
  ])('%d: %s, and it can be tried again at once', (status, kind) => {
    expect(troubleOf(answer(status), 5_000)).toEqual({ kind, until: 0 });
  });

  it.each([429, 503])('%d: "Retry-After respected"', (status) => {
    expect(troubleOf(answer(status, 90_000), 5_000)).toEqual({ kind: 'busy', until: 95_000 });
  });
});
