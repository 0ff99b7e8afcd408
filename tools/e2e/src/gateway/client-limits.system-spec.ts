import { problemKinds } from '@sync/service-runtime';
import { describedGateway, echo } from './testing/described-gateway';

describe('a client that asks the public gateway for too much at once', () => {
  const { app, begin, gateway } = describedGateway();
  const tooMany = { status: 429, title: problemKinds['too-many-requests'].title, type: '/problems/too-many-requests' };
  const slow = { GATEWAY_MAX_REQUESTS_PER_SECOND: '1', GATEWAY_MAX_WEBHOOKS_PER_SECOND: '2', GATEWAY_TRUSTED_PROXIES: '127.0.0.1' };
  const ask = (path: string, address: string, init: RequestInit = {}) =>
    fetch(gateway().url + path, { ...init, headers: { 'X-Forwarded-For': address, ...init.headers } });
  const statusesOf = async (times: number, path: string, address: string) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) statuses.push((await ask(path, address)).status);
    return statuses;
  };
  const refused = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length;

  const limitOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

  it('gets 429 as a problem with Retry-After and CORS headers; others, and its webhooks, do not', async () => {
    await begin({ 'connection-api': await app(echo), 'webhook-ingress': await app(echo) }, slow);
    expect(refused(await statusesOf(30, '/api/x', '203.0.113.7'))).toBeGreaterThan(10);
    const response = await ask('/api/widget/configuration', '203.0.113.7', { headers: { origin: 'https://page.example' } });
    expect(await response.json()).toMatchObject({ ...tooMany, instance: '/api/widget/configuration' });
    expect([response.status, response.headers.get('retry-after'), response.headers.get('access-control-allow-origin')]).toEqual([
      429,
      '1',
      'https://page.example',
    ]);
    expect(limitOf(response)).toEqual(['"requests";q=10;w=10', '"requests";r=0;t=1']);
    expect(refused(await statusesOf(10, '/api/x', '203.0.113.8'))).toBe(0);
    expect(refused(await statusesOf(20, '/api/webhooks/1', '203.0.113.7'))).toBe(0);
    expect(refused(await statusesOf(20, '/api/webhooks/1', '203.0.113.7'))).toBeGreaterThan(10);
    expect(limitOf(await ask('/api/webhooks/1', '203.0.113.7'))).toEqual(['"webhooks";q=20;w=10', '"webhooks";r=0;t=1']);
  });

  it('is all addresses of an IPv6 network of 64 bits', async () => {
    await begin({ 'connection-api': await app(echo) }, slow);
    const [one, other, elsewhere] = ['2001:db8:1:2::a', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::a'];
    await statusesOf(30, '/api/x', one);
    expect((await ask('/api/x', other)).status).toBe(429);
    expect((await ask('/api/x', elsewhere)).status).toBe(200);
  });

  it('may be one without limits', async () => {
    await begin({ 'connection-api': await app(echo) }, { ...slow, GATEWAY_UNLIMITED_CLIENTS: '203.0.113.0/24 2001:db8::/32' });
    for (const address of ['203.0.113.7', '2001:db8::1']) expect(refused(await statusesOf(30, '/api/x', address))).toBe(0);
    expect(refused(await statusesOf(30, '/api/x', '198.51.100.1'))).toBeGreaterThan(10);
  });

  it('has a bounded number of open requests', async () => {
    const held: (() => void)[] = [];
    const waiting = await app((_, response) => void held.push(() => response.end('{}')));
    await begin({ 'connection-api': waiting }, { ...slow, GATEWAY_MAX_CONNECTIONS: '3' });
    const open = [1, 2, 3].map(() => ask('/api/x', '203.0.113.7'));
    while (held.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    const response = await ask('/api/x', '203.0.113.7');
    expect([response.status, ...limitOf(response)]).toEqual([429, '"connections";q=3;qu="concurrent-requests"', '"connections";r=0;t=1']);
    for (const end of held) end();
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
