import type { Answer } from '../service/ask';
import { troubleOf } from './trouble';

const answer = (status: number, retryAfterMs: number | null = null): Answer => ({ status, body: null, retryAfterMs, clockAheadMs: 0 });

describe('what went wrong', () => {
  it.each([
    [0, 'unreachable'],
    [400, 'failed'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'failed'],
    [422, 'system'],
    [429, 'busy'],
    [500, 'failed'],
    [503, 'failed'],
    [201, 'failed'],
  ])('%d: %s', (status, kind) => {
    expect(troubleOf(answer(status), 0).kind).toBe(kind);
  });

  it('429: "Retry-After respected", and ten seconds without it', () => {
    expect(troubleOf(answer(429, 90_000), 5_000)).toEqual({ kind: 'busy', until: 95_000 });
    expect(troubleOf(answer(429), 5_000)).toEqual({ kind: 'busy', until: 15_000 });
  });

  it('after anything else it can be tried again at once', () => {
    expect(troubleOf(answer(503, 90_000), 5_000).until).toBe(0);
  });
});
