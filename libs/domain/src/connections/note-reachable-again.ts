import { sealIv, type SqlRunner } from '@sync/postgres';
import { v7 as uuidv7 } from 'uuid';
import { reachableAgain } from './transitions';

const message = 'The shop responds again. Reconnect it, and it syncs on from where it stopped.';

/** Nothing of a connection that was reconnected meanwhile, or got other credentials. */
const note = `
  with noted as (
    update system_connections set status_reason = jsonb_build_object('code', 'reachable_again', 'message', $3::text,
      'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    where id = $1 and status = 'error' and deleted_at is null and ${sealIv('credentials')} = ${sealIv('$2')}
      and status_reason ->> 'code' is distinct from 'reachable_again'
    returning id, tenant_id
  ), logged as (
    insert into connection_transitions (id, system_connection_id, tenant_id, from_status, to_status, reason, actor, at)
    select $4::uuid, id, tenant_id, 'error', 'error', $5, 'schedule', now() from noted
  )
  select from noted`;

/** Says in the status reason of a connection in error, and in its timeline, that the shop responds again. The status stays. Returns whether it did. */
export async function noteReachableAgain(sql: SqlRunner, connectionId: string, sealedCredentials: string | null): Promise<boolean> {
  const noted = await sql.query<unknown[]>(note, [connectionId, sealedCredentials, message, uuidv7(), reachableAgain]);
  return noted.length > 0;
}
