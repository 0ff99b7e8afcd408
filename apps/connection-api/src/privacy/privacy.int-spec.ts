import { Pool } from 'pg';
import { initialise, link, register, type EmbeddingSystem } from '../testing/actors';
import { entitledShop, largeOrder, storeOrders } from '../testing/large-records';
import { serviceAndShop, type ServiceAndShop } from '../testing/service-and-shop';

const email = 'Erika.Canary@Example.test';
const unknown = '01960000-0000-7000-8000-00000000dead';

interface Erasure {
  id: string;
  status: string;
  counts: Record<string, number>;
  created_at: string;
  finished_at: string | null;
}

let api: ServiceAndShop['api'];
let shop: ServiceAndShop['shop'];
let pool: Pool;
let owner: EmbeddingSystem;
serviceAndShop(async (scene) => {
  ({ api, shop } = scene);
  pool = new Pool({ connectionString: api.database.allTenantsUrl }).on('error', () => undefined);
  owner = await initialise(api);
});
afterEach(() => pool.end());

const erasures = '/api/privacy/erasures';
const erase = (body: unknown = { email }, token = owner.token) => api.ask<Erasure>('POST', erasures, { token, body });
const exported = async (token = owner.token, body: object = { email }) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${api.url}/api/privacy/exports`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
};
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; record: Record<string, unknown> });
const naming = (sourceId: string, bytes = 10) => ({
  ...largeOrder(sourceId, bytes),
  addressBilling: {
    ...{ firstName: 'Erika', lastName: 'Canary', company: null, address1: null, address2: null, city: null, region: null },
    ...{ postalCode: null, country: null, phone: null, email, vatId: null },
  },
});

describe('an erasure', () => {
  it('is accepted as a task, and neither its row, the task nor the audit log holds the address', async () => {
    const { status, body } = await erase();
    const none = { customers: 0, orders: 0, products: 0, webhooks: 0, log_rows: 0 };
    expect([status, body]).toEqual([
      202,
      {
        id: expect.any(String) as string,
        status: 'running',
        counts: none,
        created_at: expect.stringMatching(/Z$/) as string,
        finished_at: null,
      },
    ]);
    expect((await api.get(`${erasures}/${body.id}`, owner.token)).body).toEqual(body);
    expect(
      await api.query(`select name, payload, system_connection_id, subpartition from tasks where payload ->> 'erasureId' = $1`, [body.id]),
    ).toEqual([{ name: 'erase-person', payload: { erasureId: body.id }, system_connection_id: null, subpartition: owner.tenantId }]);
    const [entry] = await api.query(`select actor, action, object_id, tenant_id from audit_log where object_id = $1`, [body.id]);
    expect(entry).toEqual({
      actor: `caller:${owner.connectionId}`,
      action: 'erasure.request',
      object_id: body.id,
      tenant_id: owner.tenantId,
    });
    for (const table of ['erasures', 'tasks', 'audit_log', 'tenants', 'erasure_keys'])
      expect(
        (await api.query<{ text: string }>(`select r::text as text from ${table} r`)).map(({ text }) => text.toLowerCase()).join(),
      ).not.toContain('canary');
  });

  it('of one address in any spelling is one: asked for again it runs again, also once it was lifted', async () => {
    const { body: first } = await erase();
    await api.query('update erasures set finished_at = now(), address = null');
    expect((await api.get<Erasure>(`${erasures}/${first.id}`, owner.token)).body).toMatchObject({
      status: 'done',
      finished_at: expect.stringMatching(/Z$/) as string,
    });
    const { body: second } = await erase({ email: ` ${email.toUpperCase()} ` });
    expect(second).toMatchObject({ id: first.id, status: 'running', finished_at: null });
    expect((await api.ask('DELETE', `${erasures}/${first.id}`, { token: owner.token })).status).toBe(204);
    expect((await api.get(`${erasures}/${first.id}`, owner.token)).status).toBe(404);
    expect((await erase()).body).toMatchObject({ status: 'running', id: expect.not.stringMatching(first.id) as string });
    expect(await api.query(`select action from audit_log where tenant_id = $1 order by at, id`, [owner.tenantId])).toEqual(
      ['request', 'request', 'lift', 'request'].map((what) => ({ action: `erasure.${what}` })),
    );
  });

  it.each([[{}], [{ email: 7 }], [{ email: 'erika' }], [{ email: 'a b@example.test' }], [{ email: `${'x'.repeat(320)}@example.test` }]])(
    '422 for %j',
    async (body) => expect((await erase(body)).status).toBe(422),
  );

  it("asked for with the token of a plugin is one of its own shop's, beside the tenant's of the same address", async () => {
    const { widgetToken, id: connectionId } = await link(api, owner, shop);
    const own = await erase({ email }, widgetToken);
    const { body } = await erase();
    expect([own.status, own.body.id === body.id]).toEqual([202, false]);
    expect((await erase({ email }, widgetToken)).body.id).toBe(own.body.id);
    expect(await api.query('select id, shop_id from erasures where tenant_id = $1 order by shop_id nulls last', [owner.tenantId])).toEqual([
      { id: own.body.id, shop_id: connectionId },
      { id: body.id, shop_id: null },
    ]);
    expect((await api.get(`${erasures}/${own.body.id}`, owner.token)).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await api.ask(method, `${erasures}/${body.id}`, { token: widgetToken })).status).toBe(404);
    expect((await api.ask('DELETE', `${erasures}/${own.body.id}`, { token: widgetToken })).status).toBe(204);
  });

  it('404 for another tenant, and for what is none; 403 for a plugin whose shop no company has claimed', async () => {
    const { body } = await erase();
    const unclaimed = await register(api, shop);
    expect((await erase({ email }, unclaimed.widgetToken)).status).toBe(403);
    expect((await exported(unclaimed.widgetToken)).status).toBe(403);
    const stranger = await initialise(api);
    for (const [id, token] of [
      [body.id, stranger.token],
      [unknown, owner.token],
      ['x', owner.token],
    ] as const)
      for (const method of ['GET', 'DELETE']) expect((await api.ask(method, `${erasures}/${id}`, { token })).status).toBe(404);
    expect((await api.get(`${erasures}/${body.id}`, owner.token)).status).toBe(200);
  });

  it('429 while a hundred of the tenant are running', async () => {
    await erase();
    await api.query(
      `insert into erasures (id, tenant_id, address_hash, address) select gen_random_uuid(), $1, sha256(number::text::bytea), 'v1.x' from generate_series(1, 99) as number`,
      [owner.tenantId],
    );
    const refused = await erase();
    expect(['retry-after', 'ratelimit-policy', 'ratelimit'].map((name) => refused.headers.get(name))).toEqual([
      '10',
      '"erasures";q=100;qu="concurrent-requests"',
      '"erasures";r=0;t=10',
    ]);
    expect(refused.status).toBe(429);
    expect((await erase({ email }, (await initialise(api)).token)).status).toBe(202);
  });
});

describe('an export', () => {
  it('holds one line for each place that names the address; for another tenant, and another address, none', async () => {
    const source = await entitledShop(pool, owner);
    await storeOrders(pool, source, [naming('1'), largeOrder('2', 10), naming('3')]);
    const body = JSON.stringify({ id: 1, billing: { email } });
    const task = `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, topic, body, body_hash, tenant_id)
      values (gen_random_uuid(), 'webhooks', 'process-webhook', '{}', $1, $2, 5, 'order.created', $3::text, sha256(convert_to($3, 'UTF8')), $4)`;
    for (const state of ['pending', 'failed']) await api.query(task, [source, state, body, owner.tenantId]);
    await api.query(
      `insert into sync_runs (id, system_connection_id, tenant_id, capability, mode, status, error, finished_at) values (gen_random_uuid(), $1, $3, 'orders', 'full', 'failed', $2, now())`,
      [source, `about ${email}`, owner.tenantId],
    );
    await api.query(
      `insert into audit_log (id, actor, action, object_type, tenant_id, reason) values (gen_random_uuid(), 'operator', 'a.b', 'tenant', $1, $2)`,
      [owner.tenantId, `asked by ${email}`],
    );
    const { status, type, text } = await exported();
    expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = linesOf(text);
    expect(lines.map((line) => line.type)).toEqual(['orders', 'orders', 'webhooks', 'webhooks', 'sync_runs', 'audit_log']);
    expect(lines[0]?.record).toMatchObject({ source_id: '1', system_connection_id: source, address_billing: { email } });
    expect(lines[2]?.record).toMatchObject({ state: 'pending', topic: 'order.created', body });
    expect(lines.at(-1)?.record).toMatchObject({ reason: `asked by ${email}` });
    expect((await exported(owner.token, { email: 'ka.canary@example.test' })).text).toBe('');
    const plugin = await link(api, owner, shop);
    expect((await exported(plugin.widgetToken)).text).toBe('');
    await storeOrders(pool, plugin.id, [naming('7')]);
    expect(linesOf((await exported(plugin.widgetToken)).text).map(({ record }) => record.source_id)).toEqual(['7']);
    expect((await exported((await initialise(api)).token)).text).toBe('');
  });

  it('of many large records comes to its end, one at a time for a tenant, and leaves an entry in the audit log', async () => {
    const source = await entitledShop(pool, owner);
    await storeOrders(
      pool,
      source,
      Array.from({ length: 40 }, (_, index) => naming(String(index), 200_000)),
    );
    const [first, second] = await Promise.all([exported(), exported()]);
    expect([first.status, second.status].sort()).toEqual([200, 429]);
    expect(linesOf([first, second].find(({ status }) => status === 200)?.text ?? '')).toHaveLength(40);
    expect((await exported()).status).toBe(200);
    expect(
      await api.query(`select actor, object_id from audit_log where action = 'erasure.export' and tenant_id = $1`, [owner.tenantId]),
    ).toEqual([1, 2].map(() => ({ actor: `caller:${owner.connectionId}`, object_id: null })));
  });
});
