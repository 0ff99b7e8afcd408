import { problemKinds } from '@sync/service-runtime';
import { describedGateway, echo, startDevelopmentGateway } from './testing/described-gateway';
import { problemIn, rawConnection } from './testing/raw-connection';

const end = 'Connection: close\r\n\r\n';

describe('problems of the gateway itself', () => {
  const { app, begin, gateway } = describedGateway(startDevelopmentGateway);
  const down = { 'connection-api': 1 };

  it.each([
    ['an unknown path', 'GET /nothing?secret HTTP/1.1\r\nHost: x\r\n', '/nothing', 'not-found'],
    ['a reserved path', 'POST /api/admin/x?secret HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n', '/api/admin/x', 'not-found'],
    ['the address does not take the method', 'DELETE /health/live?secret HTTP/1.1\r\nHost: x\r\n', '/health/live', 'method-not-allowed'],
    ['the app is away', 'GET /api/x?secret HTTP/1.1\r\nHost: x\r\n', '/api/x', 'service-unavailable'],
    ['not every app is ready', 'GET /health/ready?secret HTTP/1.1\r\nHost: x\r\n', '/health/ready', 'service-unavailable'],
    ['the target is not a path', 'GET http://u:secret@x/api/x HTTP/1.1\r\nHost: x\r\n', '/', 'malformed-request'],
    ['HTTP/1.1 without Host', 'GET /api/x?secret HTTP/1.1\r\n', '/api/x', 'malformed-request'],
    ['an unsupported expectation', 'POST /api/x?secret HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n', '/api/x', 'malformed-request'],
    ['an unreadable body', 'POST /api/x?secret HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n', '/api/x', 'malformed-request'],
  ] as const)('%s', async (_, bytes, instance, kind) => {
    const isBodyBroken = bytes.includes('chunked');
    await begin(isBodyBroken ? { 'connection-api': await app(echo) } : down);
    const received = await rawConnection(gateway().url, `${bytes}X-Request-Id: abc-1\r\n${end}${isBodyBroken ? 'nonsense' : ''}`);
    const { headers, problem } = problemIn(received);
    const { status, title } = problemKinds[kind];
    expect(received.statuses).toEqual([status]);
    expect(problem).toEqual({ type: `/problems/${kind}`, title, status, detail: expect.any(String) as string, instance });
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'abc-1',
    });
    expect(headers['cache-control']).toBe(instance.startsWith('/api/') ? 'no-store' : undefined);
    expect(received.text).not.toContain('secret');
  });

  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', 'malformed-request'],
    ['headers beyond 16 KiB', `GET /api/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n${end}`, 'headers-too-large'],
  ] as const)('%s: its path is not known', async (_, bytes, kind) => {
    await begin(down);
    const received = await rawConnection(gateway().url, bytes);
    const { headers, problem } = problemIn(received);
    expect(problem).toMatchObject({ type: `/problems/${kind}`, status: received.statuses[0], instance: '/' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('the app receives the id that the gateway generates; the client gets one even if the app is down', async () => {
    await begin({ 'connection-api': await app(echo) });
    const passed = async (headers: Record<string, string>) =>
      ((await (await fetch(`${gateway().url}/api/x`, { headers })).json()) as { headers: Record<string, string> }).headers['x-request-id'];
    expect(await passed({ 'X-Request-Id': 'abc-2' })).toBe('abc-2');
    expect(await passed({})).toMatch(/^[0-9a-f-]{36}$/);
    expect(await passed({ 'X-Request-Id': 'no id' })).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('responses of the gateway itself have one, too', async () => {
    await begin({});
    const { headers } = await fetch(`${gateway().url}/health/ready`, { headers: { 'X-Request-Id': 'abc-3' } });
    expect(headers.get('x-request-id')).toBe('abc-3');
  });
});
