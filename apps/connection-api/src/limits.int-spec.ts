import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { initialise, startHandshake } from './testing/actors';
import { Shop } from './testing/shop';

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('Register rate limit: 10 requests per minute per client address', () => {
  let api: ConnectionApiUnderTest;
  let shop: Shop;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start({ REGISTER_RATE_LIMIT_PER_MINUTE: '10' });
    shop = await Shop.start();
  });
  afterAll(async () => {
    await shop.stop();
    await api.stop();
  });
  const statuses = async (times: number, address: (turn: number) => string, body: unknown = shop.registration) => {
    const seen: number[] = [];
    for (let turn = 0; turn < times; turn += 1) seen.push((await api.register(body, from(address(turn)))).status);
    return seen;
  };

  it('the 11th is HTTP 429 in the application/problem+json shape (RFC 9457) with a Retry-After header, and the shop is not asked', async () => {
    expect(await statuses(10, () => '203.0.113.1')).toEqual(Array(10).fill(201));
    const asked = shop.checks.length;
    const answer = await api.register(shop.registration, from('203.0.113.1'));
    expect(answer.body).toMatchObject({ status: 429, type: '/problems/too-many-requests', instance: '/api/system-connections/register' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(shop.checks).toHaveLength(asked);
  });

  it('both variants and failed attempts count, other addresses do not', async () => {
    expect(await statuses(5, () => '203.0.113.2', {})).toEqual(Array(5).fill(422));
    expect(await statuses(6, () => '203.0.113.2', { ...shop.registration, connection_token: 'x' })).toEqual([
      ...Array<number>(5).fill(422),
      429,
    ]);
    expect(await statuses(1, () => '203.0.113.3')).toEqual([201]);
  });

  it('addresses of one IPv6 /64 are one client; an IPv4 address and its form inside IPv6 are one client', async () => {
    expect((await statuses(11, (turn) => `2001:db8:0:1::${turn + 1}`)).at(-1)).toBe(429);
    expect((await statuses(11, (turn) => (turn % 2 ? '::ffff:198.51.100.1' : '198.51.100.1'))).at(-1)).toBe(429);
  });

  it('no client-address rate limit applies to connect', async () => {
    const owner = await initialise(api);
    for (let turn = 0; turn < 15; turn += 1) {
      expect((await api.connect({ system_slug: 'mailing_platform' }, undefined, from('203.0.113.9'))).status).toBe(201);
      expect((await api.connect({}, owner.token, from('203.0.113.9'))).status).toBe(201);
    }
  });
});

describe('DIRECT_INIT_RATE_LIMIT_PER_MINUTE', () => {
  let api: ConnectionApiUnderTest;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start({ DIRECT_INIT_RATE_LIMIT_PER_MINUTE: '2' });
  });
  afterAll(() => api.stop());

  it('per client address, connect variant A only', async () => {
    const owner = await initialise(api);
    const initialised = async () => (await api.connect({ system_slug: 'mailing_platform' }, undefined, from('203.0.113.1'))).status;
    expect([await initialised(), await initialised(), await initialised()]).toEqual([201, 201, 429]);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await api.connect({}, owner.token, from('203.0.113.1'))).status).toBe(201);
      expect((await api.connect({ connection_token: 'x' }, owner.token, from('203.0.113.1'))).status).toBe(422);
    }
  });
});

describe('CONNECTION_TOKEN_TTL_SECONDS', () => {
  it('is the lifetime of a connection token', async () => {
    const api = await ConnectionApiUnderTest.start({ CONNECTION_TOKEN_TTL_SECONDS: '90' });
    const { connectionId } = await startHandshake(api, (await initialise(api)).token);
    const life = 'select extract(epoch from expires_at - created_at)::int from connection_tokens where system_connection_id = $1';
    expect(await api.value(life, [connectionId])).toBe(90);
    await api.stop();
  });
});

describe('DISCONNECTED_GRACE_DAYS', () => {
  it('is the window of the grace deadline', async () => {
    const api = await ConnectionApiUnderTest.start({ DISCONNECTED_GRACE_DAYS: '7' });
    const owner = await initialise(api);
    const { connectionId } = await startHandshake(api, owner.token);
    await api.query(`update system_connections set status = 'disconnected', disconnected_at = '2026-01-01T00:00:00Z' where id = $1`, [
      connectionId,
    ]);
    const { body } = await api.get(`/api/system-connections/${connectionId}`, owner.token);
    expect(body).toMatchObject({ grace_deadline: '2026-01-08T00:00:00.000Z' });
    await api.stop();
  });
});
