import { initialise, link, register, startHandshake } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
serviceAndShop((scene) => ({ api, shop } = scene));

const many = <T>(times: number, action: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, turn) => action(turn)));
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();

it('12 concurrent registrations of one shop in two spellings leave one pending connection and one valid token', async () => {
  const spelled = (turn: number) => ({ ...shop.registration, base_url: turn % 2 ? shop.url : `${shop.url}/wp-json` });
  const responses = await many(12, (turn) => api.register<{ connection_token: string; widget_token: string }>(spelled(turn)));
  expect(statuses(responses)).toEqual(Array(12).fill(201));
  expect(await api.query('select status, tenant_id from system_connections where store_base = $1', [shop.url])).toEqual([
    { status: 'pending', tenant_id: null },
  ]);
  const valid = `select count(*)::int from connection_tokens t join system_connections c on c.id = t.system_connection_id
    where c.store_base = $1 and t.used_at is null and t.expires_at > now()`;
  expect(await api.value(valid, [shop.url])).toBe(1);
  const owner = await initialise(api);
  const finalised = [];
  for (const { body } of responses) finalised.push(await api.connect({ connection_token: body.connection_token }, owner.token));
  expect(statuses(finalised)).toEqual([201, ...Array<number>(11).fill(422)]);
  const widgets = await many(12, (turn) => api.get('/api/widget/configuration', responses[turn]?.body.widget_token));
  expect(statuses(widgets)).toEqual([200, ...Array<number>(11).fill(401)]);
});

it('50 concurrent finalisations by one tenant with one token: one wins, the others get 422', async () => {
  const owner = await initialise(api);
  const { connectionToken } = await register(api, shop);
  expect(statuses(await many(50, () => api.connect({ connection_token: connectionToken }, owner.token)))).toEqual([
    201,
    ...Array<number>(49).fill(422),
  ]);
});

it('20 tenants finalise with one token concurrently: exactly one gets the connection', async () => {
  const owners = await many(20, () => initialise(api));
  const { connectionToken } = await register(api, shop);
  const responses = await many(20, (turn) => api.connect({ connection_token: connectionToken }, owners[turn]?.token));
  expect(statuses(responses)).toEqual([201, ...Array<number>(19).fill(422)]);
  const winner = owners[responses.findIndex(({ status }) => status === 201)];
  expect(await api.value('select tenant_id from system_connections where base_url = $1', [shop.url])).toBe(winner?.tenantId);
  expect(
    await api.value(
      `select count(*)::int from tasks where name = 'derive-sync-rules' and payload ->> 'thenSync' = (select id::text from system_connections where base_url = $1)`,
      [shop.url],
    ),
  ).toBe(1);
});

it('registering while callers finalise never leaves two claimable connections, a half-claimed one or an error', async () => {
  const owner = await initialise(api);
  for (let round = 0; round < 10; round += 1) {
    const { connectionToken } = await register(api, shop);
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => api.register(shop.registration)),
      ...Array.from({ length: 4 }, () => api.connect({ connection_token: connectionToken }, owner.token)),
    ]);
    for (const { status } of responses) expect([201, 422]).toContain(status);
    const pending = `select count(*)::int from system_connections where base_url = $1 and status = 'pending' and tenant_id is null`;
    expect(await api.value<number>(pending, [shop.url])).toBeLessThanOrEqual(1);
    expect(
      await api.value(`select count(*)::int from system_connections where base_url = $1 and status = 'active' and tenant_id is null`, [
        shop.url,
      ]),
    ).toBe(0);
  }
});

it('both kinds of handshake of one tenant to one shop, concurrently, leave one active connection', async () => {
  const owner = await initialise(api);
  for (let round = 0; round < 10; round += 1) {
    const { connectionToken } = await register(api, shop);
    const started = await startHandshake(api, owner.token);
    const responses = await Promise.all([
      api.connect({ connection_token: connectionToken }, owner.token),
      api.register({ ...shop.registration, connection_token: started.connectionToken }),
    ]);
    expect(statuses(responses)).toEqual([200, 201]);
    expect(await api.value(`select count(*)::int from system_connections where base_url = $1 and status = 'active'`, [shop.url])).toBe(1);
  }
});

it('verification, a slow network call, never runs inside a database transaction', async () => {
  const owner = await initialise(api);
  const inTransaction: number[] = [];
  const count = `select count(*)::int from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    and application_name = 'connection-api'`;
  shop.beforeResponse = async () => inTransaction.push(await api.value<number>(count));
  await link(api, owner, shop);
  const { connectionToken } = await startHandshake(api, owner.token);
  const { body } = await api.register<{ widget_token: string }>({ ...shop.registration, connection_token: connectionToken });
  for (const move of ['disconnect', 'reconnect']) await api.ask('POST', `/api/widget/connection/${move}`, { token: body.widget_token });
  expect(inTransaction).toEqual([0, 0, 0, 0]);
});

it('last_used_at never goes back while a token is used concurrently', async () => {
  const owner = await initialise(api);
  const seen: Date[] = [];
  for (let round = 0; round < 10; round += 1) {
    expect(statuses(await many(30, () => api.get('/api/system-connections', owner.token)))).toEqual(Array(30).fill(200));
    seen.push(await api.value<Date>('select last_used_at from access_tokens where system_connection_id = $1', [owner.connectionId]));
  }
  expect(seen.map(Number)).toEqual(seen.map(Number).sort((a, b) => a - b));
});
