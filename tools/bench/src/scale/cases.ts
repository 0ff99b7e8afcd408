import { findConnections, uninstallConnection } from '@sync/connections';
import { findTenants, listSyncRules, workScope, type Viewer } from '@sync/domain';
import { FailedTasks } from '@sync/durable-work';
import { hashToken, TokenHolders } from '@sync/identity';
import { platforms } from '@sync/platforms';
import { listSyncRuns } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import type { Scene } from './scene';

/** Something that the service does often, on a database that may be large. */
export interface ScaleCase {
  /** Before each turn, outside the measured time: adds the work, the same amount in each database. */
  prepare?: (scene: Scene) => Promise<unknown>;
  calls: number;
  run: (scene: Scene) => Promise<unknown>;
}

const leaseMs = 8_000;
const clearWaiting = ({ pool }: Scene) => pool.query(`delete from tasks where state = 'pending'`);

/** On a large database against a small one. */
export const scaleCases: Readonly<Record<string, ScaleCase>> = {
  'token check': {
    calls: 100,
    run: ({ pool, sizes, calls }) => new TokenHolders(pool).find(hashToken(`bench ${1 + ((calls * 7_919) % sizes.connections)}`)),
  },
  'webhooks accepted, ten at once': { prepare: clearWaiting, calls: 20, run: (scene) => scene.receive(10) },
  'new page of 50 orders': {
    calls: 10,
    run: (scene) => scene.write((order) => ({ ...order, sourceId: `${order.sourceId} ${scene.calls}` })),
  },
  'unchanged page of 50 orders': { calls: 20, run: (scene) => scene.write((order) => order) },
  'changed page of 50 orders': { calls: 10, run: (scene) => scene.write((order) => ({ ...order, status: `changed ${scene.calls}` })) },
  'feed, a poll that finds nothing': { prepare: (scene) => scene.read(), calls: 50, run: (scene) => scene.read() },
  'claim of a webhook, 100 wait': {
    prepare: (scene) => clearWaiting(scene).then(() => scene.receive(100)),
    calls: 20,
    run: ({ claims }) => claims.claim('webhooks', 'any', leaseMs),
  },
  'removal of a connection with 700 records': {
    prepare: async (scene) => (scene.removable = await scene.addShop()),
    calls: 1,
    run: ({ dataSource, removable }) => uninstallConnection(dataSource, removable, 'administrator:bench'),
  },
};

/** A list or a search of administrators. */
export interface AdminList {
  /** The table whose newest rows, read by its key, are the measure. */
  table: 'sync_runs' | 'tasks' | 'sync_rules' | 'system_connections' | 'tenants';
  run: (dataSource: DataSource, support: Viewer) => Promise<unknown>;
}

const page = { after: null, limit: 51 };
const everyone: Viewer = { role: 'super_admin' };
const ofOneSystem: Viewer = { role: 'support', tenantAccess: 'by_system', supportedSystemIds: [platforms.commerceA.systemId] };

/** On the large database, against plain queries of its table. */
export const adminLists: Readonly<Record<string, AdminList>> = {
  'failed sync runs that a support user sees': {
    table: 'sync_runs',
    run: (sql, support) => listSyncRuns(sql, { scope: workScope(support, {}), status: 'failed' }, page),
  },
  'failed tasks that a support user sees': {
    table: 'tasks',
    run: (sql, support) => new FailedTasks(sql, null).list({ scope: workScope(support, {}) }, 50),
  },
  'failed sync runs of one system': {
    table: 'sync_runs',
    run: (sql) => listSyncRuns(sql, { scope: workScope(ofOneSystem, {}), status: 'failed' }, page),
  },
  'connections in error of one system': {
    table: 'system_connections',
    run: (sql) => findConnections(sql, ofOneSystem, { status: 'error' }, page),
  },
  'tenants of one system': { table: 'tenants', run: (sql) => findTenants(sql, ofOneSystem, {}, page) },
  'sync rules that a support user sees': { table: 'sync_rules', run: (sql, support) => listSyncRules(sql, support, {}, page) },
  'search for an address': { table: 'system_connections', run: (sql) => findConnections(sql, everyone, { search: 'shop-123' }, page) },
  'search for tenants': { table: 'tenants', run: (sql) => findTenants(sql, everyone, { search: 'tenant 123' }, page) },
};

/** A user who supports the shops of one platform, and twenty of the tenants with the most shops. */
export async function supportUser({ pool }: Scene): Promise<Viewer> {
  const { rows } = await pool.query<{ id: string }>(
    'select tenant_id as id from system_connections where tenant_id is not null group by 1 order by count(*) desc, 1 limit 20',
  );
  return {
    role: 'support',
    tenantAccess: 'chosen',
    accessibleTenantIds: rows.map(({ id }) => id),
    supportedSystemIds: [platforms.commerceA.systemId],
  };
}
