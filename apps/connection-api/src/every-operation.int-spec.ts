import { connectionStatuses } from '@sync/domain';
import { reachOf } from '@sync/http-api';
import { describeEveryOperation, pathTo, routesOf, unknownId, type Description } from '@sync/http-api/testing';
import { accessTokenNames, type AccessTokenName } from '@sync/identity';
import { initialise, link, register, startHandshake } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { issuePreviewToken } from './testing/preview-token';
import { Shop } from './testing/shop';

let api: ConnectionApiUnderTest;
const shops: Shop[] = [];
/** By where the token came from: the plaintext, and the id of its connection. */
let tokens: Record<AccessTokenName, { token: string; own: string }>;
let others: { sibling: string; pending: string; foreign: string; unclaimed: string };

async function newShop(): Promise<Shop> {
  const shop = await Shop.start();
  shops.push(shop);
  return shop;
}

async function startSession(token: string, page?: string): Promise<string> {
  return (await api.ask<{ token: string }>('POST', '/api/widget/sessions', { token, body: { page } })).body.token;
}

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  const [owner, stranger] = [await initialise(api), await initialise(api)];
  const own = await link(api, owner, await newShop());
  const sibling = await link(api, owner, await newShop());
  const foreign = await link(api, stranger, await newShop());
  const { body } = await api.ask<{ widget_token: string }>('POST', `/api/system-connections/${own.id}/widget-tokens`, {
    token: owner.token,
  });
  tokens = {
    'direct-initialisation': { token: owner.token, own: owner.connectionId },
    'widget-session': { token: await startSession(owner.token), own: owner.connectionId },
    'webhooks-session': { token: await startSession(owner.token, 'webhooks'), own: owner.connectionId },
    'plugin-widget': { token: own.widgetToken, own: own.id },
    'caller-widget': { token: body.widget_token, own: own.id },
    'admin-preview': { token: (await issuePreviewToken(api, own.id)).token, own: own.id },
  };
  await register(api, await newShop());
  const unclaimed = await api.value<string>('select id from system_connections where tenant_id is null');
  others = { sibling: sibling.id, pending: (await startHandshake(api, owner.token)).connectionId, foreign: foreign.id, unclaimed };
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await api.stop();
});

describeEveryOperation({
  api: () => api,
  address: '/api/openapi.json',
  ignored: ['POST /api/system-connections/connect tenant_id'],
  elsewhere: ['POST /api/webhooks/{connection}'],
  principals: () => Object.entries(tokens).map(([name, { token }]) => ({ name, token })),
  targets: ({ path }, { name }) => {
    const { own } = tokens[name as AccessTokenName];
    const ids = { own, ...others, unknown: unknownId };
    const isNamed = /\{(id|connection_id)\}/.test(path);
    return isNamed ? Object.entries(ids).map(([target, id]) => ({ name: target, ids: { id, connection_id: id } })) : [];
  },
  refusal: (reach, target) => {
    if (['foreign', 'unclaimed', 'unknown'].includes(target)) return 404;
    if (reach === 'own' && (target === 'sibling' || target === 'pending')) return 404;
    return reach === 'shops' && target === 'own' ? 409 : null;
  },
  isLate: (reach) => reach === 'tenant' || reach === 'id and status',
});

it.each([...connectionStatuses, 'deleted'])('a caller whose connection is %s uses exactly the routes of that status', async (status) => {
  const caller = await initialise(api);
  await api.query(
    `update system_connections set status = case when $2 = 'deleted' then status else $2 end, deleted_at = case when $2 = 'deleted' then now() end,
       disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
    [caller.connectionId, status],
  );
  const { body } = await api.get<Description>('/api/openapi.json');
  const wrong: unknown[] = [];
  for (const route of routesOf(api.app, body)) {
    const path = pathTo(route, { id: caller.connectionId, connection_id: caller.connectionId });
    const seen = (await api.ask(route.method, `${path}?no_such_parameter=1`, { token: caller.token })).status;
    const isOfCallers = !route.access || reachOf('direct-initialisation', route.access.group) !== null;
    const isAllowed = isOfCallers && ((route.access?.statuses as readonly string[] | undefined)?.includes(status) ?? true);
    const expected = !route.access
      ? seen
      : status === 'deleted'
        ? 401
        : isAllowed
          ? ['shops', 'widget shops'].includes(route.access.group)
            ? 409
            : 422
          : 403;
    if (seen !== expected) wrong.push({ route: route.name, seen, expected });
  }
  expect(wrong).toEqual([]);
});

it("a plugin's token lists nothing but its own connection, and reads id and status alone of another one of its tenant", async () => {
  const { token, own } = tokens['plugin-widget'];
  for (const path of ['/api/system-connections', '/api/widget/connections']) {
    const listed = async (bearer: string) => (await api.get<{ data: { id: string }[] }>(path, bearer)).body.data.map(({ id }) => id);
    expect(await listed(token)).toEqual([own]);
    expect(await listed(tokens['direct-initialisation'].token)).toContain(others.sibling);
  }
  const status = async (id: string) => (await api.get(`/api/widget/connections/${id}/status`, token)).body;
  expect(await status(others.sibling)).toEqual({ id: others.sibling, status: 'active' });
  expect(await status(others.pending)).toEqual({ id: others.pending, status: 'pending' });
  expect(await status(own)).toMatchObject({ id: own, system: { slug: 'commerce_a' }, name: expect.any(String) as unknown });
});

it('a token of an unknown kind may do nothing', async () => {
  const { token } = await initialise(api);
  await api.query(`update access_tokens set name = 'other' where token_hash = sha256(convert_to($1, 'utf8'))`, [token]);
  for (const path of ['/api/system-connections', '/api/records/orders', '/api/widget/configuration'])
    expect((await api.get(path, token)).status).toBe(403);
  expect(Object.keys(tokens)).toEqual(accessTokenNames);
});
