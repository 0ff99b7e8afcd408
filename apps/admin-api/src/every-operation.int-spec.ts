import { describeEveryOperation, pathTo, routesOf, unknownId, type Description } from '@sync/http-api/testing';
import { hashToken, issueToken } from '@sync/identity';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from './testing/admin-api-under-test';
import { AdminScene } from './testing/admin-scene';

let scene: AdminScene;
let support: Actor;
/** Ids by what a support user sees of them, for the part of the path that names them. */
let things: Record<string, Record<string, string>>;
let accessToken: string;

async function addRun(connectionId: string): Promise<string> {
  const insert = `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id) values ($1, $2, 'orders', 'full', 'queued', ${placedAt('$2')})`;
  const id = uuidv7();
  await scene.api.query(insert, [id, connectionId]);
  return id;
}

async function addFailedTask(connectionId: string): Promise<string> {
  const insert = `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, tenant_id, system_id) values ($1, 'webhooks', 'process-webhook', '{}', $2, 'failed', 5, ${placedAt('$2')})`;
  const id = uuidv7();
  await scene.api.query(insert, [id, connectionId]);
  return id;
}

async function addRule(tenantId: string, source: string): Promise<string> {
  const target = await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null });
  const insert = `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default) values ($1, $2, $3, $4, '{orders}', true, false)`;
  const id = uuidv7();
  await scene.api.query(insert, [id, tenantId, source, target]);
  return id;
}

async function forEach(ids: Record<string, string>, add: (id: string) => Promise<string>): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [name, id] of Object.entries(ids)) made[name] = await add(id);
  return made;
}

beforeAll(async () => {
  scene = await AdminScene.set();
  const [own, foreign] = [await scene.tenant(), await scene.tenant()];
  support = await scene.support([own], 'commerce_b');
  const connections = {
    supported: await scene.connection({ tenantId: own }),
    'of another system': await scene.connection({ tenantId: own, system: 'commerce_a' }),
    foreign: await scene.connection({ tenantId: foreign }),
    unclaimed: await scene.connection({ tenantId: null }),
    'without a system': await scene.connection({ tenantId: own, system: null, baseUrl: null }),
  };
  things = {
    connections,
    'sync-runs': await forEach(connections, addRun),
    'failed-tasks': await forEach(connections, addFailedTask),
    'sync-rules': { foreign: await addRule(foreign, connections.foreign) },
    tenants: { supported: own, foreign },
    systems: { supported: scene.systemId('commerce_a') },
    users: { foreign: (await scene.api.actor('support')).id },
    sessions: {
      foreign: await scene.api.value<string>(`select id from user_sessions where user_id = $1`, [(await scene.api.actor('support')).id]),
    },
  };
  const { plaintext } = issueToken('access');
  accessToken = plaintext.reveal();
  await scene.api.query(
    `insert into access_tokens (id, system_connection_id, token_hash, name) values ($1, $2, $3, 'direct-initialisation')`,
    [uuidv7(), connections.supported, hashToken(accessToken)],
  );
});
afterAll(() => scene.api.stop());

describeEveryOperation({
  api: () => scene.api,
  address: '/api/admin/openapi.json',
  // What is wrong with an address is a finding.
  ignored: ['POST /api/admin/shop-examinations base_url'],
  principals: () => [
    { name: 'super_admin', token: scene.admin.token },
    { name: 'support', token: support.token },
  ],
  targets: ({ path }) => {
    const [, kind = ''] = /^\/api\/admin\/([\w-]+)\/\{id\}/.exec(path) ?? [];
    // A reset asks for the own password before it looks for the user.
    const unknown = path.endsWith('/password-reset') ? {} : { unknown: unknownId };
    return kind === '' ? [] : Object.entries({ ...things[kind], ...unknown }).map(([name, id]) => ({ name, ids: { id } }));
  },
  refusal: (reach, target) => {
    if (target === 'unknown') return 404;
    if (reach === 'all' || target === 'supported') return null;
    if (target === 'of another system') return reach === 'full' ? 403 : null;
    return 404;
  },
  isLate: (_reach, { path, access }) => !path.startsWith('/api/admin/connections/') || access?.group === 'look up',
});

it('an access token of a connection is no session, and a page of another origin may neither read nor call', async () => {
  const { body } = await scene.api.get<Description>('/api/admin/openapi.json');
  for (const route of routesOf(scene.api.app, body).filter(({ access }) => access)) {
    const path = pathTo(route, {});
    const noSessions: Record<string, string>[] = [{ authorization: `Bearer ${accessToken}` }, { cookie: `admin_session=${accessToken}` }];
    for (const headers of noSessions)
      expect([route.name, (await scene.api.ask(route.method, path, { headers })).status]).toEqual([route.name, 401]);
    const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': route.method };
    for (const method of ['OPTIONS', route.method]) {
      const response = await scene.api.ask(method, path, { headers: asked });
      const granted = [...response.headers.keys()].filter((header) => header.startsWith('access-control-'));
      expect([route.name, granted]).toEqual([route.name, []]);
    }
  }
});
