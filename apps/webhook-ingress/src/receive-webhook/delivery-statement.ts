import { hash } from 'node:crypto';
import { webhookStatuses } from '@sync/domain';
import { newTaskColumns } from '@sync/durable-work';
import { plainList, textList } from './array-literals';

/** A delivery, and the connection as its sender was known by. */
export interface Delivery {
  /** A uuid of version 7, made when the delivery arrived: by it deliveries are in the order of their receipt. */
  taskId: string;
  systemConnectionId: string;
  /** Of the credentials that hold the secret by which it is signed: `Sender`. */
  seal: string;
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

const task = newTaskColumns('process-webhook');

/**
 * One row for each delivery, which is its task, too, for connections that at this moment take webhooks and have the credentials that
 * the signature was checked with. A connection that somebody is removing counts as none: nobody waits for it. A copy of a delivery
 * that is there already is left out. Rows go in by their key, so that two statements with the same deliveries never wait for each
 * other crosswise. The bodies come as one run of bytes, because Postgres reads a list of texts letter by letter.
 */
const text = `
  with takers as materialized (
    select sender.number::int, connection.id
    from unnest($8::uuid[], $9::bigint[]) with ordinality as sender (id, seal, number)
    join system_connections connection on connection.id = sender.id and hashtextextended(connection.credentials, 0) = sender.seal
    where connection.deleted_at is null and connection.status = any($10::text[])
    order by connection.id
    for key share of connection skip locked
  ), kept as (
    insert into webhook_tasks (id, task_id, system_connection_id, request_id, topic, delivery_id, body, body_hash, ${task.columns})
    select given.id, given.id, takers.id, request_id, topic, delivery_id,
      convert_from(substring($11::bytea from start for size), 'UTF8'),
      substring($12::bytea from place::int * 32 - 31 for 32) as body_hash, ${task.values}
    from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[]) with ordinality
      as given (id, sender, topic, delivery_id, request_id, start, size, place)
    join takers on takers.number = given.sender
    order by takers.id, delivery_id collate "C", body_hash
    on conflict do nothing
    returning id
  )
  select (select array_agg(number) from takers) as takers, (select array_agg(id) from kept) as kept`;

/** By the name under which Postgres keeps it planned. */
export const storeStatement = { name: 'store-deliveries', text };

export interface Senders {
  /** Number of each delivery's sender, from 1. */
  numbers: number[];
  ids: string[];
  seals: string[];
}

/** Each connection once for each credentials that it was seen with. */
export function sendersOf(deliveries: readonly Delivery[]): Senders {
  const senders: Senders = { numbers: [], ids: [], seals: [] };
  const known = new Map<string, number>();
  for (const { systemConnectionId, seal } of deliveries) {
    const key = systemConnectionId + seal;
    let number = known.get(key);
    if (number === undefined) {
      number = senders.ids.push(systemConnectionId);
      senders.seals.push(seal);
      known.set(key, number);
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
    plainList(deliveries.map(({ taskId }) => taskId)),
    plainList(senders.numbers),
    textList(deliveries.map(({ topic }) => topic)),
    textList(deliveries.map(({ deliveryId }) => deliveryId)),
    textList(deliveries.map(({ requestId }) => requestId)),
    plainList(starts),
    plainList(deliveries.map(({ body }) => body.length)),
    plainList(senders.ids),
    plainList(senders.seals),
    plainList(webhookStatuses),
    Buffer.concat(deliveries.map(({ body }) => body)),
    Buffer.concat(deliveries.map(({ body }) => hash('sha256', body, 'buffer'))),
  ];
}
