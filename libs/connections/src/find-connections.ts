import { fullyVisibleConnections, visibleConnections, type SystemConnectionStatus, type Viewer } from '@sync/domain';
import { partOfText, type SqlCondition, type SqlRunner } from '@sync/postgres';

export interface ConnectionFilter {
  tenantId?: string;
  /** Slug. */
  system?: string;
  status?: SystemConnectionStatus;
  /** A part of the tenant's name, of the address or of the account's id, in any case. */
  search?: string;
}

/** A connection that a viewer may see: all of it, or its status-only form. */
export interface FoundConnection {
  id: string;
  isFull: boolean;
}

interface Place {
  /** Id of the last connection seen. */
  after: string | null;
  limit: number;
}

/**
 * Connections that the viewer may see, newest first. A search looks at addresses and accounts only where the viewer sees them, so that
 * its results reveal nothing of a connection that is shown in its status-only form.
 */
export async function findConnections(
  sql: SqlRunner,
  viewer: Viewer,
  filter: ConnectionFilter,
  { after, limit }: Place,
): Promise<FoundConnection[]> {
  const parameters: unknown[] = [];
  const conditions = [visibleConnections(viewer), ...filters(filter), ...(after === null ? [] : [equalTo('id', after, '<')])];
  const where = ['connection.deleted_at is null', ...conditions.map((condition) => condition('connection', parameters))].join(' and ');
  const matching = (search: string) =>
    `(select connection.id from system_connections connection where ${where} and ${search} order by connection.id desc limit ${limit})`;
  const isFull = fullyVisibleConnections(viewer)('connection', parameters);
  // Each way to match has an index of its own, which an `or` across the tables would not use.
  const found = filter.search === undefined ? matching('true') : searches(filter.search, isFull, parameters).map(matching).join(' union ');
  return sql.query<FoundConnection[]>(
    `with found as (select id from (${found}) as matching order by id desc limit ${limit})
     select connection.id, ${isFull} as "isFull" from found join system_connections connection on connection.id = found.id
     order by connection.id desc`,
    parameters,
  );
}

function filters({ tenantId, system, status }: ConnectionFilter): SqlCondition[] {
  return [
    ...(tenantId === undefined ? [] : [equalTo('tenant_id', tenantId)]),
    ...(status === undefined ? [] : [equalTo('status', status)]),
    ...(system === undefined ? [] : [ofSystem(system)]),
  ];
}

function equalTo(column: string, value: unknown, operator = '='): SqlCondition {
  return (row, parameters) => `${row}.${column} ${operator} $${parameters.push(value)}`;
}

function ofSystem(slug: string): SqlCondition {
  return (row, parameters) => `${row}.system_id = (select id from systems where slug = $${parameters.push(slug)})`;
}

/** Two conditions on a row named connection. Stored addresses end without a slash. */
function searches(text: string, isFull: string, parameters: unknown[]): string[] {
  const part = `$${parameters.push(partOfText(text.replace(/\/+$/, '')))}`;
  return [
    `connection.tenant_id in (select id from tenants where name ilike ${part})`,
    `${isFull} and (connection.base_url ilike ${part} or connection.external_user_id ilike ${part})`,
  ];
}
