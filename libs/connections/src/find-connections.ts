import {
  chosenTenantIds,
  connectionStatuses,
  fullyVisibleConnections,
  hasReason,
  idsWithReason,
  impairedIds,
  isImpaired,
  isWaitingForShop,
  patternOfTenantName,
  visibleConnections,
  visibleTenants,
  type SystemConnectionStatus,
  type Viewer,
} from '@sync/domain';
import {
  matchesOfFew,
  newestLookedAt,
  newestMatches,
  newestOfBranches,
  partOfText,
  queryPrepared,
  searchPattern,
  type SqlCondition,
  type SqlRunner,
} from '@sync/postgres';
import type { DataSource } from 'typeorm';

export const connectionKinds = ['shops', 'products'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export interface ConnectionFilter {
  tenantId?: string;
  /** Slug. */
  system?: string;
  status?: SystemConnectionStatus;
  /** Only active ones that do not work now, among those that the viewer sees in full. */
  impaired?: boolean;
  /** Only active ones that wait for their shop; false: only others. */
  waiting?: boolean;
  /** Codes: only those that one of them keeps from working, also where a more urgent reason is shown. */
  reasons?: readonly string[];
  /** `shops`: no direct systems, and no pending connections whose token has expired. Absent: all. */
  kind?: ConnectionKind;
  /** Only those that the viewer sees in full. */
  isFull?: boolean;
  /** A part of the tenant's name, of the connection's, of the address or of the account's id, in any case. */
  search?: string;
}

/** A connection that a viewer may see: all of it, or its status-only form. */
export interface FoundConnection {
  id: string;
  isFull: boolean;
}

export interface Place {
  /** Id of the last connection seen. */
  after: string | null;
  limit: number;
}

/**
 * Connections that the viewer may see, newest first. A search looks at names, addresses and accounts of connections only where the viewer sees them, so that
 * its results reveal nothing of a connection that is shown in its status-only form.
 */
export async function findConnections(
  dataSource: DataSource,
  viewer: Viewer,
  filter: ConnectionFilter,
  { after, limit }: Place,
): Promise<FoundConnection[]> {
  const parameters: unknown[] = [];
  const isFull = fullyVisibleConnections(viewer)('connection', parameters);
  const found = newestFound(viewer, filter, { after, limit }, parameters);
  // A left join: it costs nothing where `isFull` asks for no column.
  const statement = `select found.id, ${isFull} as "isFull" from (${found}) found left join system_connections connection on connection.id = found.id
     order by found.id desc`;
  // The best plan of a list for some tenants depends on which they are. A search says itself which index comes first.
  const isOfAll = isOfAllTenants(viewer, filter);
  const keepsItsPlan = isOfAll || (filter.search !== undefined && !isOrdered(viewer, filter));
  return keepsItsPlan ? queryPrepared(dataSource, statement, parameters) : dataSource.query(statement, parameters);
}

/** SQL of the ids of the newest connections that the filter finds, in no order. */
export function newestFound(viewer: Viewer, filter: ConnectionFilter, { after, limit }: Place, parameters: unknown[]): string {
  const conditions = [
    visibleConnections(viewer),
    isPresent,
    ...filters(filter),
    ...(filter.isFull ? [fullyVisibleConnections(viewer)] : []),
    ...ofImpaired(viewer, filter),
    ...(after === null ? [] : [equalTo('id', after, '<')]),
  ];
  const isListed: SqlCondition = (row, values) => conditions.map((condition) => condition(row, values)).join(' and ');
  if (filter.search !== undefined) return searchFor(filter.search, { viewer, filter, isListed, limit }, parameters);
  if (filter.reasons) return newestAmong(idsWithReason(filter.reasons, parameters), isListed, limit, parameters);
  if (filter.impaired || filter.waiting) return newestAmong(impairedIds, isListed, limit, parameters);
  return `select id from (${newestListed(isListed, { viewer, filter, limit }, parameters)}) listed`;
}

/** SQL of the newest connections that are listed. */
function newestListed(isListed: SqlCondition, { viewer, filter, limit }: Listed, parameters: unknown[]): string {
  const { system, status, kind } = filter;
  // Of all systems together, an index gives a super administrator each status newest first.
  const isOfSystems = viewer.role === 'support' || system !== undefined || (kind !== undefined && status === undefined);
  if (!isOfAllTenants(viewer, filter) || !isOfSystems) return newest(isListed, limit, parameters);
  const ids = newestOfSystems(isListed, { viewer, filter, limit }, parameters);
  return `select connection.* from (${ids}) found join system_connections connection on connection.id = found.id`;
}

/** A branch per system and status, because direct connections may outnumber shops by far, and other systems those that a support user sees. */
function newestOfSystems(isListed: SqlCondition, { viewer, filter, limit }: Listed, parameters: unknown[]): string {
  const { system, status, kind } = filter;
  const wanted = [
    ...(viewer.role === 'support' && viewer.tenantAccess === 'by_system' ? [isOneOf('id', viewer.supportedSystemIds)] : []),
    ...(system === undefined ? [] : [equalTo('slug', system)]),
    ...(kind === undefined ? [] : [equalTo('is_direct', kind === 'products')]),
  ];
  const each = `
    select system.id as system_id, status from systems system
    cross join unnest($${parameters.push(status === undefined ? connectionStatuses : [status])}::text[]) as status
    where ${['true', ...wanted.map((condition) => condition('system', parameters))].join(' and ')}`;
  const branches = { table: 'system_connections', each, columns: ['system_id', 'status'], isListed: isListed('candidate', parameters) };
  const ofSystems = newestOfBranches(branches, { after: 'null', limit: String(limit) });
  if (viewer.role === 'support' || system !== undefined || kind === 'products') return ofSystems;
  // A connection without a system is pending.
  const withoutSystem: SqlCondition = (row, values) =>
    `${row}.status = 'pending' and ${row}.system_id is null and ${isListed(row, values)}`;
  return `select id from ((${ofSystems}) union all (select id from (${newest(withoutSystem, limit, parameters)}) unknown)) either
    order by id desc limit ${limit}`;
}

const newest = (isListed: SqlCondition, limit: number, parameters: unknown[]): string =>
  `select * from system_connections connection where ${isListed('connection', parameters)} order by connection.id desc limit ${limit}`;

/** Begins with the impaired ones, so that its cost follows them and not what is stored. */
const newestAmong = (ids: string, isListed: SqlCondition, limit: number, parameters: unknown[]): string =>
  `select connection.* from (select id from (${ids}) every_impaired order by id desc) impaired
   cross join lateral (
     select * from system_connections connection where connection.id = impaired.id and ${isListed('connection', parameters)} offset 0
   ) connection order by impaired.id desc limit ${limit}`;

interface Listed {
  viewer: Viewer;
  filter: ConnectionFilter;
  limit: number;
}

interface Searched extends Listed {
  isListed: SqlCondition;
}

/** Tenants and accounts each have an index, which an `or` across the tables would not use. Stored addresses end without a slash. */
function searchFor(text: string, { viewer, filter, isListed, limit }: Searched, parameters: unknown[]): string {
  const search = text.replace(/\/+$/, '');
  const [whole, pattern] = [`lower($${parameters.push(search)}::text)`, `lower($${parameters.push(partOfText(search))}::text)`];
  const ofName = `position(${whole} in lower(tenant.name)) > 0`;
  const ofAccount = `${fullyVisibleConnections(viewer)('connection', parameters)} and position(${whole} in connection.searched) > 0`;
  const ofListedTenants = areSearched(viewer, filter, parameters);
  const ofTenants = newestOfBranches(
    {
      table: 'system_connections',
      each: `
        select tenant.id as tenant_id from tenants tenant
        where ${ofName} and ${ofListedTenants ?? 'lower(tenant.name) like (select pattern from of_name)'}`,
      columns: ['tenant_id'],
      isListed: isListed('candidate', parameters),
    },
    { after: 'null', limit: String(limit) },
  );
  const isMatch = `${isListed('connection', parameters)} and ${ofAccount}`;
  const isIndexed = 'connection.searched like (select pattern from of_account)';
  const patterns = {
    of_account: searchPattern(whole, pattern, { table: 'system_connections', lowerCase: 'searched' }),
    ...(ofListedTenants === null && { of_name: patternOfTenantName(whole, pattern) }),
  };
  if (!isOrdered(viewer, filter))
    return matchesOfFew({ patterns, all: `(${ofTenants}) union all ${accountsOfFew(isMatch, isIndexed)}` }, limit);
  const amongNewest = `
    select connection.id from (${newestListed(isListed, { viewer, filter, limit: newestLookedAt }, parameters)}) connection
    left join lateral (select name from tenants where id = connection.tenant_id limit 1) tenant on true
    where (${ofAccount}) or ${ofName}`;
  const all = `(${ofTenants}) union all select connection.id from system_connections connection where ${isMatch} and ${isIndexed}`;
  return newestMatches({ patterns, amongNewest, all }, limit);
}

/**
 * Accounts among the connections of several tenants. For a rare text the index of texts comes first, for a common one the tenants. The
 * planner would intersect both indexes, because it does not know how rare a text is.
 */
const accountsOfFew = (isMatch: string, isIndexed: string): string => `
    select connection.id
    from (select * from system_connections connection where ${isIndexed} and ${isPresent('connection', [])} offset 0) connection
    where (select is_rare from of_account) and ${isMatch}
    union all
    select connection.id from system_connections connection where not (select is_rare from of_account) and ${isMatch}`;

/** Whether an index gives the listed connections newest first. None does for those of several tenants, which are few. */
const isOrdered = (viewer: Viewer, { tenantId }: ConnectionFilter): boolean => chosenTenantIds(viewer) === null || tenantId !== undefined;

/** Neither the viewer nor the filter binds the list to tenants. */
const isOfAllTenants = (viewer: Viewer, { tenantId }: ConnectionFilter): boolean =>
  chosenTenantIds(viewer) === null && tenantId === undefined;

/** SQL, true for the tenants whose connections may be listed; null: all tenants, of which those without a visible connection list none. */
function areSearched(viewer: Viewer, filter: ConnectionFilter, parameters: unknown[]): string | null {
  if (isOfAllTenants(viewer, filter)) return null;
  const { tenantId } = filter;
  const isVisible = visibleTenants(viewer)('tenant', parameters);
  return tenantId === undefined ? isVisible : `${isVisible} and tenant.id = $${parameters.push(tenantId)}::uuid`;
}

function filters({ tenantId, system, status, kind }: ConnectionFilter): SqlCondition[] {
  return [
    ...(tenantId === undefined ? [] : [equalTo('tenant_id', tenantId)]),
    ...(status === undefined ? [] : [equalTo('status', status)]),
    ...(system === undefined ? [] : [ofSystem(system)]),
    ...(kind === undefined ? [] : [ofKind[kind]]),
  ];
}

const isDirect = (row: string) => `exists (select from systems system where system.id = ${row}.system_id and system.is_direct)`;

const ofKind: Readonly<Record<ConnectionKind, SqlCondition>> = {
  shops: (row) => `not ${isDirect(row)} and (${row}.status <> 'pending' or exists (
    select from connection_tokens token where token.system_connection_id = ${row}.id and token.used_at is null and token.expires_at > now()))`,
  products: isDirect,
};

/** The reason is no part of the status-only form, so only what the viewer sees in full counts. */
function ofImpaired(viewer: Viewer, { impaired, waiting, reasons }: ConnectionFilter): SqlCondition[] {
  const isNotWaiting: SqlCondition = (row, parameters) => `not (${isWaitingForShop(row, parameters)})`;
  const wanted = [
    ...(impaired ? [isImpaired] : []),
    ...(waiting === undefined ? [] : [waiting ? isWaitingForShop : isNotWaiting]),
    ...(reasons ? [hasReason(reasons)] : []),
  ];
  return wanted.length > 0 ? [fullyVisibleConnections(viewer), ...wanted] : [];
}

/** Of those that the viewer sees in full. `waiting`: how many of them wait for their shop. Both stop at `max`. */
export async function countImpairedConnections(
  sql: SqlRunner,
  viewer: Viewer,
  max: number,
): Promise<{ impaired: number; waiting: number }> {
  const parameters: unknown[] = [];
  const isCounted: SqlCondition = (row, values) =>
    [fullyVisibleConnections(viewer), isPresent, isImpaired].map((condition) => condition(row, values)).join(' and ');
  const [counts] = await sql.query<[{ impaired: number; waiting: number }]>(
    `select count(*)::float8 as impaired, count(*) filter (where ${isWaitingForShop('counted', parameters)})::float8 as waiting
     from (${newestAmong(impairedIds, isCounted, max, parameters)}) counted`,
    parameters,
  );
  return counts;
}

const isOneOf =
  (column: string, ids: readonly string[]): SqlCondition =>
  (row, parameters) =>
    `${row}.${column} = any($${parameters.push(ids)}::uuid[])`;

function equalTo(column: string, value: unknown, operator = '='): SqlCondition {
  return (row, parameters) => `${row}.${column} ${operator} $${parameters.push(value)}`;
}

function ofSystem(slug: string): SqlCondition {
  return (row, parameters) => `${row}.system_id = any(array(select id from systems where slug = $${parameters.push(slug)}))`;
}

const isPresent: SqlCondition = (row) => `${row}.deleted_at is null`;
