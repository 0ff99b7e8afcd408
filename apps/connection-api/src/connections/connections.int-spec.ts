import { initialise, link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { entitle } from '../testing/stored-customers';

interface Listed {
  data: { id: string; status: string; system: { slug: string } | null; tenant_id: string; capabilities: string[] }[];
  next_cursor: string | null;
}

const path = '/api/system-connections';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let linked: string;
let started: string;
let stranger: EmbeddingSystem;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shop = await Shop.start();
  owner = await initialise(api);
  linked = (await link(api, owner, shop)).id;
  started = (await startHandshake(api, owner.token)).connectionId;
  // What a plugin has registered belongs to no tenant.
  await register(api, shop);
  stranger = await initialise(api, 'user-platform');
});
afterAll(async () => {
  await shop.stop();
  await api.stop();
});

const list = async (query = '', token = owner.token) => (await api.get<Listed>(`${path}${query}`, token)).body;
const ids = async (query = '', token = owner.token) => (await list(query, token)).data.map(({ id }) => id);

describe('GET /api/system-connections', () => {
  it("lists the connections of the caller's tenant only", async () => {
    expect(await list()).toEqual({ data: expect.any(Array) as unknown[], next_cursor: null });
    expect(await ids()).toEqual([owner.connectionId, linked, started]);
    expect(await ids('', stranger.token)).toEqual([stranger.connectionId]);
  });

  it('filters by system slug and by status', async () => {
    expect(await ids('?system=commerce_a')).toEqual([linked]);
    expect(await ids('?status=pending')).toEqual([started]);
    expect(await ids('?status=active&system=mailing_platform')).toEqual([owner.connectionId]);
    expect(await ids('?system=commerce_b')).toEqual([]);
  });

  it('pages are complete and stable while rows change', async () => {
    const first = await list('?limit=1');
    expect(first.data.map(({ id }) => id)).toEqual([owner.connectionId]);
    await api.query('update system_connections set updated_at = now(), name = name where id = any($1)', [[owner.connectionId, linked]]);
    const second = await list(`?limit=1&cursor=${String(first.next_cursor)}`);
    const third = await list(`?limit=1&cursor=${String(second.next_cursor)}`);
    expect([...second.data, ...third.data].map(({ id }) => id)).toEqual([linked, started]);
    expect(third.next_cursor).toBeNull();
  });

  it('hides soft-deleted connections', async () => {
    const { connectionId } = await startHandshake(api, stranger.token);
    await api.query('update system_connections set deleted_at = now() where id = $1', [connectionId]);
    expect(await ids('', stranger.token)).toEqual([stranger.connectionId]);
    expect((await api.get(`${path}/${connectionId}`, stranger.token)).status).toBe(404);
  });
});

describe('GET /api/system-connections/{id}', () => {
  it('returns the same representation as the list', async () => {
    const { data } = await list('?system=commerce_a');
    expect((await api.get(`${path}/${linked}`, owner.token)).body).toEqual(data[0]);
  });

  it.each(['undefined', '1', '%00', "'", '00000000-0000-0000-0000-000000000000'])('404 for %s', async (id) => {
    expect((await api.get(`${path}/${id}`, owner.token)).status).toBe(404);
  });

  it('shows what the connection may import now, in the order of its system', async () => {
    await entitle(api, linked, owner, { domains: ['orders', 'customers'] });
    expect((await list('?system=commerce_a')).data[0]?.capabilities).toEqual(['customers', 'orders']);
  });
});
