import { hash } from 'node:crypto';
import { recordTasksOf } from '@sync/durable-work';

/** A delivery, and the connection as its sender was known by. */
export interface Delivery {
  /** A uuid of version 7, made when the delivery arrived: by it deliveries are in the order of their receipt. */
  taskId: string;
  systemConnectionId: string;
  /** Those that hold the secret by which it is signed. */
  sealedCredentials: string;
  topic: string | null;
  deliveryId: string | null;
  /** JSON in UTF-8. */
  body: Buffer;
  requestId: string;
}

/** The senders, by their number, whose deliveries are kept; and the tasks that are new. */
export interface Stored {
  takers: number[] | null;
  kept: string[] | null;
}

/** Statuses of connections whose webhooks are kept. */
export const takingStatuses: readonly string[] = ['active', 'error'];

/**
 * Delivery and task together, for connections that at this moment take webhooks and have the credentials that the signature was
 * checked with. A copy of a delivery that is there already is left out. Rows go in by their key, so that two statements with the
 * same deliveries never wait for each other crosswise. The bodies come as one run of bytes, because Postgres reads a list of texts
 * letter by letter.
 */
function statement(ofLockedConnections: string): string {
  return `
  with given as materialized (
    select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[]) with ordinality
      as given (task_id, sender, topic, delivery_id, request_id, start, size, place)
  ), takers as materialized (
    select sender.number::int, connection.id
    from unnest($8::uuid[], $9::text[]) with ordinality as sender (id, credentials, number)
    join system_connections connection on connection.id = sender.id and connection.credentials = sender.credentials
    where connection.deleted_at is null and connection.status = any($10::text[])
    order by connection.id
    for key share of connection ${ofLockedConnections}
  ), kept as (
    insert into webhook_deliveries (task_id, system_connection_id, topic, delivery_id, body, body_hash)
    select task_id, takers.id, topic, delivery_id,
      convert_from(substring($11::bytea from start for size), 'UTF8') as body,
      substring($12::bytea from place::int * 32 - 31 for 32) as body_hash
    from given join takers on takers.number = given.sender
    order by takers.id, delivery_id, body_hash
    on conflict on constraint one_of_each_delivery do nothing
    returning task_id, system_connection_id
  ), to_process as (
    select task_id, system_connection_id, request_id, '{}'::jsonb as payload from kept join given using (task_id)
  ), recorded as (${recordTasksOf('process-webhook', 'to_process')}
  )
  select (select array_agg(number) from takers) as takers, (select array_agg(task_id) from kept) as kept`;
}

/** By the names under which Postgres keeps them planned. */
export const statements = {
  /** A connection that somebody is changing or removing counts as none: the deliveries of all others do not wait for it. */
  'store-without-waiting': statement('skip locked'),
  'store-waiting': statement(''),
};

export interface Senders {
  /** Number of each delivery's sender, from 1. */
  numbers: number[];
  ids: string[];
  sealedCredentials: string[];
}

/** Each connection once for each credentials that it was seen with. */
export function sendersOf(deliveries: readonly Delivery[]): Senders {
  const numbers = new Map<string, number>();
  const senders: Senders = { numbers: [], ids: [], sealedCredentials: [] };
  for (const { systemConnectionId, sealedCredentials } of deliveries) {
    const key = `${systemConnectionId} ${sealedCredentials}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = senders.ids.push(systemConnectionId);
      senders.sealedCredentials.push(sealedCredentials);
      numbers.set(key, number);
    }
    senders.numbers.push(number);
  }
  return senders;
}

export function parametersOf(deliveries: readonly Delivery[], senders: Senders): unknown[] {
  const starts: number[] = [];
  let start = 1;
  for (const { body } of deliveries) {
    starts.push(start);
    start += body.length;
  }
  return [
    deliveries.map(({ taskId }) => taskId),
    senders.numbers,
    deliveries.map(({ topic }) => topic),
    deliveries.map(({ deliveryId }) => deliveryId),
    deliveries.map(({ requestId }) => requestId),
    starts,
    deliveries.map(({ body }) => body.length),
    senders.ids,
    senders.sealedCredentials,
    takingStatuses,
    Buffer.concat(deliveries.map(({ body }) => body)),
    Buffer.concat(deliveries.map(({ body }) => hash('sha256', body, 'buffer'))),
  ];
}
