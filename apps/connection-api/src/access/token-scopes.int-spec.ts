import { accessTokenNames, type AccessTokenName } from '@sync/identity';
import { initialise, link, startHandshake } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { issuePreviewToken } from '../testing/preview-token';
import { Shop } from '../testing/shop';

type Target = 'own' | 'sibling' | 'pending' | 'foreign';

let api: ConnectionApiUnderTest;
const shops: Shop[] = [];
/** By token name: the plaintext, and the id of the connection that it belongs to. */
let tokens: Record<AccessTokenName, { token: string; own: string }>;
let targets: Record<Exclude<Target, 'own'>, string>;

const newShop = async () => {
  const shop = await Shop.start();
  shops.push(shop);
  return shop;
};

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  const [owner, stranger] = [await initialise(api), await initialise(api)];
  const [own, sibling, foreign] = [
    await link(api, owner, await newShop()),
    await link(api, owner, await newShop()),
    await link(api, stranger, await newShop()),
  ];
  const issue = async () =>
    (await api.ask<{ id: string; widget_token: string }>('POST', `/api/system-connections/${own.id}/widget-tokens`, { token: owner.token }))
      .body;
  tokens = {
    'direct-initialisation': { token: owner.token, own: owner.connectionId },
    'plugin-widget': { token: own.widgetToken, own: own.id },
    'caller-widget': { token: (await issue()).widget_token, own: own.id },
    'admin-preview': { token: (await issuePreviewToken(api, own.id)).token, own: own.id },
  };
  targets = { sibling: sibling.id, pending: (await startHandshake(api, owner.token)).connectionId, foreign: foreign.id };
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await api.stop();
});

const at = '/api/system-connections';
const unknownRun = '01960000-0000-7000-8000-00000000dead';
/** A status per token, in the order of the columns; `-` where the route names no connection. */
const columns: AccessTokenName[] = ['direct-initialisation', 'plugin-widget', 'caller-widget', 'admin-preview'];
const matrix: [
  method: string,
  path: string,
  target: Target,
  statuses: [direct: number, plugin: number, caller: number, preview: number],
  body?: unknown,
][] = [
  ['GET', '/api/widget/connections/{id}/status', 'own', [200, 200, 200, 200]],
  ['GET', '/api/widget/connections/{id}/status', 'sibling', [200, 200, 404, 404]],
  ['GET', '/api/widget/connections/{id}/status', 'pending', [200, 200, 404, 404]],
  ['GET', '/api/widget/connections/{id}/status', 'foreign', [404, 404, 404, 404]],
  ['GET', '/api/widget/connection', 'own', [200, 200, 200, 200]],
  ['GET', '/api/widget/connections', 'own', [200, 200, 403, 403]],
  ['GET', '/api/widget/configuration', 'own', [200, 200, 200, 200]],
  ['PATCH', '/api/widget/configuration', 'own', [200, 200, 200, 200], { configuration: {} }],
  ['POST', '/api/widget/connection/reconnect', 'own', [409, 403, 403, 403]],
  ['GET', at, 'own', [200, 200, 403, 403]],
  ['GET', `${at}/{id}`, 'own', [200, 200, 403, 403]],
  ['GET', `${at}/{id}`, 'sibling', [200, 404, 403, 403]],
  ['GET', `${at}/{id}`, 'pending', [200, 404, 403, 403]],
  ['GET', `${at}/{id}`, 'foreign', [404, 404, 403, 403]],
  ['GET', `${at}/{id}/syncs`, 'own', [200, 200, 403, 403]],
  ['GET', `${at}/{id}/syncs`, 'sibling', [200, 404, 403, 403]],
  ['GET', `${at}/{id}/syncs`, 'foreign', [404, 404, 403, 403]],
  ['POST', `${at}/{id}/syncs`, 'sibling', [202, 404, 403, 403], {}],
  ['POST', `${at}/{id}/syncs`, 'own', [422, 202, 403, 403], {}],
  ['POST', `${at}/{id}/syncs`, 'foreign', [404, 404, 403, 403], {}],
  // It has no such run.
  ['POST', `${at}/{id}/syncs/${unknownRun}/confirm-deletions`, 'own', [404, 404, 403, 403]],
  ['POST', `${at}/{id}/syncs/${unknownRun}/confirm-deletions`, 'foreign', [404, 404, 403, 403]],
  ['POST', `${at}/connect`, 'own', [201, 201, 403, 403], {}],
  ['POST', `${at}/connect`, 'own', [422, 422, 403, 403], { connection_token: `scc_${'A'.repeat(43)}` }],
  ['GET', '/api/records/orders', 'own', [200, 403, 403, 403]],
  ...(['own', 'sibling', 'pending', 'foreign'] as const).flatMap((target): typeof matrix => {
    const direct = { own: 409, sibling: 200, pending: 200, foreign: 404 }[target];
    return [
      ['GET', `${at}/{id}/configuration`, target, [direct, 403, 403, 403]],
      ['GET', `${at}/{id}/timeline`, target, [direct, 403, 403, 403]],
      ['GET', `${at}/{id}/widget-tokens`, target, [direct, 403, 403, 403]],
      ['POST', `${at}/{id}/reconnect`, target, [direct === 200 ? 409 : direct, 403, 403, 403]],
      ['POST', `${at}/{id}/widget-tokens`, target, [direct === 200 ? 201 : direct, 403, 403, 403]],
      ['POST', '/api/widget/connections/{id}/reconnect', target, [direct === 200 ? 409 : direct, 403, 403, 403]],
      ['POST', '/api/widget/connections/{id}/widget-tokens', target, [direct === 200 ? 201 : direct, 403, 403, 403]],
    ];
  }),
];

describe('what a token may do, by where it came from', () => {
  it.each(matrix.map(([method, path, target, statuses, body]) => ({ method, path, target, statuses, body })))(
    '$method $path of a connection that is $target: $statuses',
    async ({ method, path, target, statuses, body }) => {
      const seen = [];
      for (const name of columns) {
        const { token, own } = tokens[name];
        const { status } = await api.ask(method, path.replace('{id}', target === 'own' ? own : targets[target]), { token, body });
        seen.push(status);
      }
      expect(seen).toEqual(statuses);
    },
  );

  it("a plugin's token lists nothing but its own connection, and reads id and status alone of another one of its tenant", async () => {
    const { token, own } = tokens['plugin-widget'];
    for (const path of [at, '/api/widget/connections']) {
      const listed = async (bearer: string) => (await api.get<{ data: { id: string }[] }>(path, bearer)).body.data.map(({ id }) => id);
      expect(await listed(token)).toEqual([own]);
      expect(await listed(tokens['direct-initialisation'].token)).toContain(targets.sibling);
    }
    const status = async (id: string) => (await api.get(`/api/widget/connections/${id}/status`, token)).body;
    expect(await status(targets.sibling)).toEqual({ id: targets.sibling, status: 'active' });
    expect(await status(targets.pending)).toEqual({ id: targets.pending, status: 'pending' });
    expect(await status(own)).toMatchObject({ id: own, system: { slug: 'commerce_a' }, name: expect.any(String) as unknown });
  });

  it('a token of an unknown kind may do nothing', async () => {
    const { token } = await initialise(api);
    await api.query(`update access_tokens set name = 'other' where token_hash = sha256(convert_to($1, 'utf8'))`, [token]);
    for (const path of [at, '/api/records/orders', '/api/widget/configuration']) expect((await api.get(path, token)).status).toBe(403);
    expect(accessTokenNames).toEqual(columns);
  });

  it('only callers and plugins list, rotate and revoke tokens', async () => {
    for (const name of ['caller-widget', 'admin-preview'] as const) {
      expect((await api.get('/api/access-tokens', tokens[name].token)).status).toBe(403);
      expect((await api.ask('POST', '/api/access-tokens/current/rotate', { token: tokens[name].token })).status).toBe(403);
      expect((await api.ask('DELETE', '/api/access-tokens/current', { token: tokens[name].token })).status).toBe(403);
    }
  });
});
