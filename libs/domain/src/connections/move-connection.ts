import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lockSyncRules, noteFeedSources } from '../feed-sources/note-feed-sources';
import { noteLinked } from '../tenants/change-tenants';
import { countConnections } from './connection-counts';
import { SystemConnection } from './system-connection.entity';
import {
  isServing,
  nextStatus,
  statusReason,
  type MoveTrigger,
  type StatusReason,
  type SystemConnectionStatus,
  type TransitionTrigger,
} from './transitions';

/** Who moves a connection. The id is that of the token's connection, or the administrator's. */
export type Actor = 'plugin' | 'breaker' | 'schedule' | `caller:${string}` | `widget:${string}` | `administrator:${string}`;

export interface Move<T extends TransitionTrigger = MoveTrigger> {
  trigger: T;
  actor: Actor;
  at?: Date;
  /** What failed and what to do, where the trigger alone does not say it. */
  because?: Omit<StatusReason, 'since'>;
}

interface MovedConnection {
  id: string;
  tenantId: string | null;
  from: SystemConnectionStatus | '(new)';
}

type NewValues = Parameters<typeof SystemConnection.start>[2];
type ChangedValues = Partial<
  Pick<
    SystemConnection,
    'tenantId' | 'systemId' | 'baseUrl' | 'storeBase' | 'name' | 'externalUserId' | 'sealedCredentials' | 'configuration' | 'disconnectedAt'
  >
>;

/** Stores a new connection and logs it, in the caller's transaction. */
export async function insertConnection(manager: EntityManager, move: Move, values: NewValues): Promise<SystemConnection> {
  const at = move.at ?? new Date();
  const connection = SystemConnection.start(move.trigger, at, values);
  await manager.insert(SystemConnection, asValues(connection));
  await noteNew(manager, connection, { ...move, at });
  return connection;
}

async function noteNew(manager: EntityManager, connection: SystemConnection, move: Move): Promise<void> {
  await countConnections(manager, { are: [connection] });
  await noteLinked(manager, connection.tenantId, connection.systemId);
  await logTransitions(manager, move, [{ ...connection, from: '(new)' }]);
}

/** As insertConnection; null when a unique constraint rejects the connection. */
export async function insertConnectionUnlessThere(manager: EntityManager, move: Move, values: NewValues): Promise<SystemConnection | null> {
  const at = move.at ?? new Date();
  const connection = SystemConnection.start(move.trigger, at, values);
  const insert = manager.createQueryBuilder().insert().into(SystemConnection).values(asValues(connection)).orIgnore().returning('id');
  const { raw } = (await insert.execute()) as { raw: unknown[] };
  if (raw.length === 0) return null;
  await noteNew(manager, connection, { ...move, at });
  return connection;
}

/**
 * The connection with its sealed credentials, locked against other moves until the end of the transaction. Null when it is gone.
 * Writers of its records, runs and tasks do not wait for this lock.
 */
export async function lockConnection(manager: EntityManager, id: string): Promise<SystemConnection | null> {
  return manager
    .createQueryBuilder(SystemConnection, 'connection')
    .addSelect('connection.sealedCredentials')
    .where('connection.id = :id', { id })
    .setLock('for_no_key_update')
    .getOne();
}

/**
 * Moves a connection that the caller has locked along the state table, stores the other values with it, and logs the move.
 * A `disconnectedAt` among the values is the supplied timestamp. Throws IllegalTransition and then changes nothing.
 */
export async function moveConnection(
  manager: EntityManager,
  connection: SystemConnection,
  move: Move,
  { disconnectedAt: supplied, ...values }: ChangedValues = {},
): Promise<void> {
  const at = move.at ?? new Date();
  const { status: from, ...before } = connection;
  connection.move(move.trigger, at, supplied);
  Object.assign(connection, values);
  connection.statusReason = statusReason(move.trigger, at, move.because);
  const { id, status, lastConnectedAt, disconnectedAt } = connection;
  const changes = { ...values, status, statusReason: connection.statusReason, lastConnectedAt, disconnectedAt };
  const { affected } = await manager.update(SystemConnection, { id, status: from }, changes as QueryDeepPartialEntity<SystemConnection>);
  if (affected !== 1) throw new Error('The connection was not locked when it was moved');
  await countConnections(manager, { were: [{ ...before, status: from }], are: [connection] });
  if (values.tenantId !== undefined) await noteLinked(manager, connection.tenantId, connection.systemId);
  await noteInFeeds(manager, connection, from, move.trigger);
  await logTransitions(manager, { ...move, at }, [{ ...connection, from }]);
}

/**
 * A connection that replaces another one to its shop goes on serving the shop in its place: the derivation of rules that follows compares. So it
 * does for a new connection, which no rule names yet.
 */
async function noteInFeeds(
  manager: EntityManager,
  { id, tenantId, status }: SystemConnection,
  from: SystemConnectionStatus,
  trigger: MoveTrigger,
): Promise<void> {
  if (tenantId === null || isServing(from) === isServing(status) || from === 'pending' || trigger === 'retired by reconnect') return;
  await lockSyncRules(manager, tenantId);
  await noteFeedSources(manager, tenantId, isServing(status) ? { returning: id } : { leaving: id });
}

/**
 * One log row for each connection, in the transaction that moves it. For callers that move many connections with their own SQL, such
 * as pruning. Throws IllegalTransition.
 */
export async function logTransitions(
  manager: EntityManager,
  { trigger, actor, at = new Date() }: Move<TransitionTrigger>,
  moved: readonly MovedConnection[],
): Promise<void> {
  const rows = moved.map(({ id, tenantId, from }) => [uuidv7(), id, tenantId, from, nextStatus(from, trigger)]);
  const column = (index: number) => rows.map((row) => row[index]);
  await manager.query(insertTransitions, [column(0), column(1), column(2), column(3), column(4), trigger, actor, at]);
}

/** Each is an event for the tenant's webhooks, too. */
const insertTransitions = `
  with logged as (
    insert into connection_transitions (id, system_connection_id, tenant_id, from_status, to_status, reason, actor, at)
  select moved.*, $6, $7, $8::timestamptz
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) as moved
    returning system_connection_id, tenant_id, from_status, to_status, reason
  )
  select note_caller_event(tenant_id, 'connection.status_changed', system_connection_id, jsonb_build_object('connection_id', system_connection_id,
    'old_status', nullif(from_status, '(new)'), 'new_status', trim(to_status, '()'), 'reason', reason))::text
  from logged where tenant_id is not null`;

/** TypeORM's type knows no free-form members such as `meta`. */
function asValues(connection: SystemConnection): QueryDeepPartialEntity<SystemConnection> {
  return connection as QueryDeepPartialEntity<SystemConnection>;
}
