import { RefusedValues } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { UserAccess } from './user';

const unknownTenants = `
  select wanted.place::int - 1 as place from unnest($1::uuid[]) with ordinality as wanted (id, place)
  where not exists (select from tenants where tenants.id = wanted.id)`;
const unknownSystems = `
  select wanted.place::int - 1 as place from unnest($1::uuid[]) with ordinality as wanted (id, place)
  where not exists (select from systems where systems.id = wanted.id)`;

const grants = {
  accessibleTenantIds: {
    unknown: unknownTenants,
    pointer: '/accessible_tenant_ids',
    detail: 'There is no such tenant.',
    revoke: 'delete from user_tenants where user_id = $1 and tenant_id <> all($2::uuid[])',
    grant: 'insert into user_tenants (user_id, tenant_id) select $1, unnest($2::uuid[]) on conflict do nothing',
  },
  supportedSystemIds: {
    unknown: unknownSystems,
    pointer: '/supported_system_ids',
    detail: 'There is no such system.',
    revoke: 'delete from user_systems where user_id = $1 and system_id <> all($2::uuid[])',
    grant: 'insert into user_systems (user_id, system_id) select $1, unnest($2::uuid[]) on conflict do nothing',
  },
} as const;

/** Replaces what is given, in the caller's transaction. Throws RefusedValues that names each unknown id. */
export async function grantAccess(sql: SqlRunner, userId: string, access: Partial<UserAccess>): Promise<void> {
  for (const member of ['accessibleTenantIds', 'supportedSystemIds'] as const) {
    const ids = access[member];
    if (ids === undefined) continue;
    const { unknown, pointer, detail, revoke, grant } = grants[member];
    const places = await sql.query<{ place: number }[]>(unknown, [ids]);
    if (places.length > 0) throw new RefusedValues(places.map(({ place }) => ({ pointer: `${pointer}/${place}`, detail })));
    await sql.query(revoke, [userId, ids]);
    await sql.query(grant, [userId, ids]);
  }
}
