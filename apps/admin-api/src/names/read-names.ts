import { uuidShape, type Uuid } from '@sync/http-api';
import type { Role } from '@sync/identity';
import type { SqlRunner } from '@sync/postgres';

export interface Named {
  kind: 'user' | 'tenant' | 'system' | 'connection';
  name: string;
  /** Of a user. */
  role: Role | null;
  /** Of a connection. */
  systemName: string | null;
}

const selectNames = `
  select 'user' as kind, id, name, role, null as "systemName" from users where id = any($1)
  union all select 'tenant', id, name, null, null from tenants where id = any($1)
  union all select 'system', id, name, null, null from systems where id = any($1)
  union all select 'connection', connection.id, connection.name, null, system.name
    from system_connections connection left join systems system on system.id = connection.system_id where connection.id = any($1)`;

/** What ids stand for. What is gone is left out. The caller shows only what its viewer may see. */
export async function readNames(sql: SqlRunner, ids: readonly unknown[]): Promise<Map<unknown, Named>> {
  const wanted = [...new Set(ids)].filter((id): id is Uuid => typeof id === 'string' && uuidShape.test(id));
  if (wanted.length === 0) return new Map();
  const rows = await sql.query<(Named & { id: string })[]>(selectNames, [wanted]);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** The id in `administrator:{id}` and the like; undefined for `plugin` and others without one. */
export const idOfActor = (actor: string): string | undefined => actor.split(':')[1];
