import type { SqlRunner } from '@sync/postgres';
import type { Uuid } from '@sync/http-api';

export class NamedReference {
  id: Uuid;

  name: string;
}

/** The connection that a piece of work belongs to, with its tenant. */
export class WorkPlace {
  connection: NamedReference;

  /** Null while no tenant has claimed the connection. */
  tenant: NamedReference | null;
}

interface PlaceRow {
  id: string;
  name: string;
  tenantId: string | null;
  tenantName: string | null;
}

const selectPlaces = `
  select connection.id, connection.name, tenant.id as "tenantId", tenant.name as "tenantName"
  from system_connections connection left join tenants tenant on tenant.id = connection.tenant_id
  where connection.id = any($1)`;

/** By connection id. The caller has checked that the user sees these connections in full. */
export async function readWorkPlaces(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, WorkPlace>> {
  const rows = await sql.query<PlaceRow[]>(selectPlaces, [[...new Set(connectionIds)]]);
  return new Map(rows.map(({ id, name, tenantId, tenantName }) => [id, { connection: { id, name }, tenant: named(tenantId, tenantName) }]));
}

function named(id: string | null, name: string | null): NamedReference | null {
  return id === null || name === null ? null : { id, name };
}
