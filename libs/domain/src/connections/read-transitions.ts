import type { SqlRunner } from '@sync/postgres';
import type { SystemConnectionStatus, TimelineReason } from './transitions';

/** One move of a connection along the state table, or a notice with one status as both. */
export interface Transition {
  id: string;
  /** Null: the connection was created. */
  from: SystemConnectionStatus | null;
  to: SystemConnectionStatus;
  trigger: TimelineReason;
  /** Who moved it: see `Actor`. */
  actor: string;
  at: Date;
}

const select = `
  select id, nullif(from_status, '(new)') as "from", to_status as "to", reason as "trigger", actor, at from connection_transitions
  where system_connection_id = $1 and ($2::uuid is null or id < $2)
  order by id desc limit $3`;

/** The moves of a connection, newest first, starting after the move `after`. */
export async function readTransitions(sql: SqlRunner, connectionId: string, after: string | null, limit: number): Promise<Transition[]> {
  return sql.query<Transition[]>(select, [connectionId, after, limit]);
}
