import type { SqlRunner } from '@sync/postgres';

/** The first note's time stands while something is held back. A reason that takes the connection out of service stands, too. */
const note = `
  with noted as (
    update system_connections set status_reason = jsonb_build_object('code', 'deletions_held_back', 'message', $2::text, 'since',
      coalesce(status_reason ->> 'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where id = $1 and status = 'active' and deleted_at is null and coalesce(status_reason ->> 'code', 'deletions_held_back') = 'deletions_held_back'
    returning 1
  )
  select from noted`;

const forget = `
  with forgotten as (
    update system_connections set status_reason = null
    where id = $1 and status = 'active' and status_reason ->> 'code' = 'deletions_held_back' returning 1
  )
  select from forgotten`;

/** Says in the status reason of an active connection which deletions wait for a confirmation; `message` null: none does. */
export async function noteHeldBackDeletions(sql: SqlRunner, connectionId: string, message: string | null): Promise<void> {
  await (message === null ? sql.query(forget, [connectionId]) : sql.query(note, [connectionId, message]));
}
