import { operationsOf, type Description } from '@sync/http-api/testing';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';
import { connectionKinds, connectionRows, plainRows } from '../testing/role-matrix';

type Role = 'superAdmin' | 'support';

const roles: readonly Role[] = ['superAdmin', 'support'];
const unknown = '01960000-0000-7000-8000-00000000dead';

let scene: AdminScene;
let own: string;
let foreign: string;
const actors = {} as Record<Role, Actor>;

beforeAll(async () => {
  scene = await AdminScene.set();
  [own, foreign] = [await scene.tenant(), await scene.tenant()];
  await scene.connection({ tenantId: own });
  await actAgain();
});
afterAll(() => scene.api.stop());

async function actAgain(): Promise<void> {
  actors.superAdmin = await scene.api.actor('super_admin');
  actors.support = await scene.support([own], 'commerce_b');
}

async function statusOf(role: Role, route: string, places: Record<string, string>, body?: object): Promise<number> {
  const [method = '', path = ''] = route.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name).split(' ');
  const sent = body ?? (['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined);
  const headers = { authorization: `Bearer ${actors[role].token}`, ...(sent && { 'content-type': 'application/json' }) };
  const response = await fetch(`${scene.api.url}${path}`, { method, headers, body: sent && JSON.stringify(sent) });
  await response.arrayBuffer();
  return response.status;
}

/** A new active connection of each kind, so that no request meets what another has changed. */
const newConnections = () =>
  Promise.all([
    scene.connection({ tenantId: own }),
    scene.connection({ tenantId: own, system: 'commerce_a' }),
    scene.connection({ tenantId: foreign }),
    scene.connection({ tenantId: null }),
    scene.connection({ tenantId: own, system: null, baseUrl: null }),
  ]);

/** An open sync run and a failed task. */
async function addWork(connectionId: string): Promise<{ run: string; task: string }> {
  const [run, task] = [uuidv7(), uuidv7()];
  const insertRun = `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id) values ($1, $2, 'orders', 'full', 'queued', ${placedAt('$2')})`;
  await scene.api.query(insertRun, [run, connectionId]);
  const insertTask = `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, tenant_id, system_id) values ($1, 'webhooks', 'process-webhook', '{}', $2, 'failed', 5, ${placedAt('$2')})`;
  await scene.api.query(insertTask, [task, connectionId]);
  return { run, task };
}

describe('who may do what with a connection', () => {
  it.each(connectionRows)(`$route: the table holds for every role and connection (${connectionKinds.join(', ')})`, async (row) => {
    for (const role of roles) {
      const ids = await newConnections();
      const places = await Promise.all(ids.map(async (id) => ({ id, unknown, source: '1', ...(await addWork(id)) })));
      const statuses = await Promise.all(places.map((place) => statusOf(role, row.route, place, row.body)));
      expect([role, ...statuses]).toEqual([role, ...row[role]]);
    }
  });
});

describe('who may do what else', () => {
  it.each(plainRows)('$route: $superAdmin for a super administrator, $support for a support user', async (row) => {
    for (const role of roles) {
      const system = await newSystem();
      const user = row.route.includes('{user}') ? (await scene.api.actor('support')).id : unknown;
      const gone = row.route.startsWith('DELETE') ? await scene.tenant() : foreign;
      expect([role, await statusOf(role, row.route, { own, foreign: gone, system, user, unknown }, row.body)]).toEqual([role, row[role]]);
    }
    if (row.endsSession) await actAgain();
  });

  async function newSystem(): Promise<string> {
    const insert = `insert into systems (id, slug, name, driver, capabilities, is_direct) values (gen_random_uuid(), gen_random_uuid(), 'Own', 'user-platform', '{}', true) returning id`;
    return scene.api.value<string>(insert);
  }
});

describe('the table', () => {
  it('has a row for every operation of the API', async () => {
    const { body } = await scene.api.get<Description>('/api/admin/openapi.json');
    const shape = (route: string) => route.replace(/\{\w+\}/g, '{}');
    const rows = new Set([...connectionRows, ...plainRows].map(({ route }) => shape(route)));
    const open = ['POST /api/admin/sessions'];
    const names = operationsOf(body).map(({ name }) => name);
    expect(names.filter((name) => !rows.has(shape(name)) && !open.includes(name))).toEqual([]);
  });
});

it('every change of a user that the routes above recorded has the address of the client', async () => {
  const recorded = (where: string) => scene.api.value<number>(`select count(*)::int from audit_log where ${where}`);
  expect(await recorded(`actor like 'administrator:%'`)).toBeGreaterThan(connectionRows.length);
  expect(await recorded(`actor like 'administrator:%' and address is null`)).toBe(0);
});
