import { initialise, link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

interface Listed {
  data: { id: string; status: string; system: { slug: string } | null; tenant_id: string; capabilities: string[] }[];
  next_cursor: string | null;
}

const path = '/api/system-connections';
const unknownId = '01960000-0000-7000-8000-00000000dead';

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

  it('responds to the system of another tenant as to an unknown one', async () => {
    expect(await list('?system=user-platform')).toEqual(await list('?system=nothing'));
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

  it('a cursor never leads to another tenant', async () => {
    const { next_cursor } = await list('?limit=1');
    expect(
      (await list(`?cursor=${String(next_cursor)}`, stranger.token)).data.every(({ tenant_id }) => tenant_id === stranger.tenantId),
    ).toBe(true);
  });

  it.each(['0', '201', '-1', '1.5', 'abc', '', '1e2', '9007199254740993', '%001'])(
    '422 for limit=%s: the range is 1 to 200',
    async (limit) => {
      expect((await api.get(`${path}?limit=${limit}`, owner.token)).body).toMatchObject({ status: 422, errors: [{ pointer: '/limit' }] });
    },
  );

  it.each([
    'nonsense',
    '%00',
    'W10',
    '',
    'WyJzeW5jcyIsIjEiXQ',
    encodeURIComponent(Buffer.from('["connections","x"]').toString('base64url')),
  ])('422 for cursor=%s', async (cursor) => {
    expect((await api.get(`${path}?cursor=${cursor}`, owner.token)).status).toBe(422);
  });

  it.each(['status=unknown', 'status=', 'limit=1&limit=2', 'system=a&system=b', 'cursor=a&cursor=b', 'system=%00'])(
    '422 for %s',
    async (query) => {
      expect((await api.get(`${path}?${query}`, owner.token)).status).toBe(422);
    },
  );

  it('returns an empty list when nothing matches', async () => {
    expect(await list('?status=uninstalled')).toEqual({ data: [], next_cursor: null });
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

  it.each([unknownId, 'undefined', 'null', '1', '%00', 'x'.repeat(199), "'", '00000000-0000-0000-0000-000000000000'])(
    '404 for %s',
    async (id) => {
      expect((await api.get(`${path}/${id}`, owner.token)).status).toBe(404);
    },
  );

  it("responds to another tenant's id as to an unknown one", async () => {
    const shown = async (id: string) => {
      const { status, body } = await api.get(`${path}/${id}`, stranger.token);
      return { status, body: { ...body, instance: null } };
    };
    expect(await shown(linked)).toEqual(await shown(unknownId));
  });

  it('contains neither credentials nor tokens', async () => {
    const { text } = await api.get(`${path}/${linked}`, owner.token);
    for (const secret of [shop.secret, 'credentials', 'v1.', 'sca_', 'scc_', 'ck_test', 'cs_test']) expect(text).not.toContain(secret);
  });
});

describe('capabilities: what the connection may import now', () => {
  const rule = async (domains: string[], isActive = true) => {
    await api.query('delete from sync_rules where source_connection_id = $1', [linked]);
    await api.query(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default) values (gen_random_uuid(), $1, $2, $3, $4, $5, true)`,
      [owner.tenantId, linked, owner.connectionId, domains, isActive],
    );
  };
  const optIn = (dataTypes: unknown) =>
    api.query(
      `update system_connections set configuration = jsonb_strip_nulls(jsonb_build_object('direction', 'outgoing', 'data_types', $2::jsonb)) where id = $1`,
      [linked, JSON.stringify(dataTypes)],
    );
  const capabilities = async () => (await list('?system=commerce_a')).data[0]?.capabilities;

  afterAll(() => api.query('delete from sync_rules where source_connection_id = $1', [linked]));

  it('are the data domains of its active outgoing sync rules, in the order of its system', async () => {
    await rule(['orders', 'customers']);
    expect(await capabilities()).toEqual(['customers', 'orders']);
    await rule(['orders'], false);
    expect(await capabilities()).toEqual([]);
  });

  it('are restricted by the opt-in: absent means everything, an empty list nothing', async () => {
    await rule(['customers', 'orders', 'products']);
    await optIn(['products']);
    expect(await capabilities()).toEqual(['products']);
    await optIn([]);
    expect(await capabilities()).toEqual([]);
    await optIn(null);
    expect(await capabilities()).toEqual(['customers', 'orders', 'products']);
  });
});

describe('grace_deadline', () => {
  it('is disconnected_at plus 30 days, and null unless disconnected', async () => {
    const { id } = await link(api, stranger, shop);
    expect((await api.get(`${path}/${id}`, stranger.token)).body).toMatchObject({ disconnected_at: null, grace_deadline: null });
    await api.query(`update system_connections set status = 'disconnected', disconnected_at = '2026-01-01T00:00:00Z' where id = $1`, [id]);
    expect((await api.get(`${path}/${id}`, stranger.token)).body).toMatchObject({
      status: 'disconnected',
      disconnected_at: '2026-01-01T00:00:00.000Z',
      grace_deadline: '2026-01-31T00:00:00.000Z',
    });
  });
});

it('an unclaimed connection of a plugin appears in no list', async () => {
  const other = await Shop.start();
  await register(api, other);
  for (const token of [owner.token, stranger.token])
    expect((await list('?limit=200', token)).data.every(({ tenant_id }) => tenant_id !== null)).toBe(true);
  await other.stop();
});
