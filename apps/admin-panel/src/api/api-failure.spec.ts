import { ApiFailure } from './api-failure';

const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  ApiFailure.of(new Response(JSON.stringify(body), { status, headers }));

describe('a request that failed', () => {
  it.each([
    [401, { type: '/problems/sign-in-refused' }, 'refused'],
    [401, { type: '/problems/unauthorized' }, 'signed-out'],
    [403, { type: '/problems/password-change-required' }, 'duty'],
    [422, { type: '/problems/verification-failed' }, 'unverified'],
    [403, {}, 'forbidden'],
    [404, {}, 'not-found'],
    [409, {}, 'conflict'],
    [412, {}, 'changed'],
    [429, {}, 'throttled'],
    [503, {}, 'unavailable'],
    [500, {}, 'broken'],
  ])('%i %j is %s', async (status, body, kind) => expect((await problem(status, body)).kind).toBe(kind));

  it('names the refused values by their pointers, how long to wait, and the request', async () => {
    const errors = [{ pointer: '/new_password', detail: 'must be longer' }];
    expect((await problem(422, { errors })).fields).toEqual({ '/new_password': 'must be longer' });
    expect((await problem(429, {}, { 'retry-after': '17' })).retryAfterSeconds).toBe(17);
    expect((await problem(500, {}, { 'x-request-id': 'r-1' })).requestId).toBe('r-1');
  });

  it('without a response: too late, or offline', () => {
    expect(ApiFailure.withoutResponse(new DOMException('', 'TimeoutError')).kind).toBe('timeout');
    expect(ApiFailure.withoutResponse(new TypeError()).kind).toBe('offline');
  });

  it('is broken when a proxy responds with a page', async () => {
    expect((await ApiFailure.of(new Response('<html>', { status: 502 }))).kind).toBe('broken');
  });
});
