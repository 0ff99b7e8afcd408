import { readAuditLog, type AuditFilters } from '@sync/administration';
import { findConnections } from '@sync/connections';
import { countVisibleConnections, findTenants, listSyncRules, type SyncRuleFilter, workScope, type Viewer } from '@sync/domain';
import { FailedTasks, readWebhookMinutes, readWorkFigures, type FailedTaskFilter } from '@sync/durable-work';
import { listSyncRuns, readEndedToday, type SyncRunFilter } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';

/** Ids that the lists look for. */
export interface AdminTargets {
  /** Some of the tenants with the most connections. */
  tenantIds: string[];
  /** One of the first of those. */
  connectionId: string;
  /** Of the shops of one platform. */
  systemIds: string[];
}

/** A list or a search of the admin API. */
export interface AdminList {
  what: string;
  /** The table whose newest rows, read by its key, are the measure. */
  table: 'sync_runs' | 'tasks' | 'sync_rules' | 'system_connections' | 'tenants' | 'audit_log';
  run: (dataSource: DataSource) => Promise<unknown>;
}

const page = { after: null, limit: 51 };
const everyone: Viewer = { role: 'super_admin' };
/** Bounds the cost of a count, as in the admin API. */
const maxTasks = 1_000;

/** Every list and search of the admin API. */
export function adminLists({ tenantIds, connectionId, systemIds }: AdminTargets): AdminList[] {
  const [tenantId] = tenantIds;
  const support: Viewer = { role: 'support', accessibleTenantIds: tenantIds, supportedSystemIds: systemIds };
  const scopes = { tenant: workScope(everyone, { tenantId }), support: workScope(support, {}) };
  const ofConnection = workScope(everyone, { connectionId });
  return [
    ...runLists(scopes, ofConnection),
    ...taskLists(scopes, ofConnection),
    ...ruleLists(support, { tenantId, connectionId }),
    ...connectionLists(support, tenantId),
    ...auditLists(tenantId),
    {
      what: 'dashboard',
      table: 'sync_runs',
      run: (sql) =>
        Promise.all([countVisibleConnections(sql, everyone), readWorkFigures(sql, maxTasks), readEndedToday(sql), readWebhookMinutes(sql)]),
    },
    {
      what: 'dashboard of a support user',
      table: 'system_connections',
      run: (sql) => countVisibleConnections(sql, support),
    },
  ];
}

type Scope = SyncRunFilter['scope'];

interface Scopes {
  tenant: Scope;
  support: Scope;
}

function runLists({ tenant, support }: Scopes, connection: Scope): AdminList[] {
  const filters: [string, SyncRunFilter][] = [
    ['sync runs', { scope: null }],
    ['failed sync runs', { scope: null, status: 'failed' }],
    ['failed sync runs of orders', { scope: null, status: 'failed', capability: 'orders' }],
    ['sync runs of a tenant', { scope: tenant }],
    ['failed sync runs of a connection', { scope: connection, status: 'failed' }],
    ['sync runs that a support user sees', { scope: support }],
    ['failed sync runs that a support user sees', { scope: support, status: 'failed' }],
  ];
  return filters.map(([what, filter]) => ({ what, table: 'sync_runs', run: (sql) => listSyncRuns(sql, filter, page) }));
}

function taskLists({ tenant, support }: Scopes, connection: Scope): AdminList[] {
  const filters: [string, FailedTaskFilter][] = [
    ['failed tasks', {}],
    ['failed tasks of a queue', { queue: 'bulk-sync' }],
    ['failed tasks of a tenant', { scope: tenant }],
    ['failed tasks of a connection', { scope: connection }],
    ['failed tasks that a support user sees', { scope: support }],
  ];
  return filters.map(([what, filter]) => ({ what, table: 'tasks', run: (sql) => new FailedTasks(sql, null).list(filter, 50) }));
}

function ruleLists(support: Viewer, { tenantId, connectionId }: SyncRuleFilter): AdminList[] {
  const filters: [string, Viewer, SyncRuleFilter][] = [
    ['sync rules', everyone, {}],
    ['inactive sync rules made by hand', everyone, { isActive: false, isDefault: false }],
    ['sync rules of a tenant', everyone, { tenantId }],
    ['sync rules of a connection', everyone, { connectionId }],
    ['sync rules that a support user sees', support, {}],
  ];
  return filters.map(([what, viewer, filter]) => ({ what, table: 'sync_rules', run: (sql) => listSyncRules(sql, viewer, filter, page) }));
}

function connectionLists(support: Viewer, tenantId: string | undefined): AdminList[] {
  const filters: [string, Viewer, Parameters<typeof findConnections>[2]][] = [
    ['connections', everyone, {}],
    ['connections of a tenant', everyone, { tenantId }],
    ['connections in error', everyone, { status: 'error' }],
    ['search for an address', everyone, { search: 'shop-1234' }],
    ['search for a tenant name', everyone, { search: 'tenant 123' }],
    ['connections that a support user sees', support, {}],
    ['search of a support user', support, { search: 'shop-1234' }],
  ];
  const lists: AdminList[] = filters.map(([what, viewer, filter]) => ({
    what,
    table: 'system_connections',
    run: (sql) => findConnections(sql, viewer, filter, page),
  }));
  return [
    ...lists,
    { what: 'tenants', table: 'tenants', run: (sql) => findTenants(sql, everyone, {}, page) },
    { what: 'search for tenants', table: 'tenants', run: (sql) => findTenants(sql, everyone, { search: 'tenant 123' }, page) },
  ];
}

function auditLists(tenantId: string | undefined): AdminList[] {
  const filters: [string, AuditFilters][] = [
    ['audit log', {}],
    ['audit log of an administrator', { actor: 'administrator:7' }],
    ['audit log of an action', { action: 'connection.disconnect' }],
    ['audit log of a tenant', { tenantId }],
  ];
  return filters.map(([what, filter]) => ({ what, table: 'audit_log', run: (sql) => readAuditLog(sql, filter, page) }));
}
