import { plainArray, sealIv, textArray } from '@sync/postgres';
import { joinEstablished, partitionKeys } from './partitions';
import { tasks } from './task-map';

/** A webhook whose signature is right, and the credentials it was checked against. */
export interface WebhookDelivery {
  /** A version 7 uuid made on arrival, so that ids follow the order of receipt. */
  taskId: string;
  systemConnectionId: string;
  /** `credentialsHash` of the credentials that hold the secret. */
  credentialsHash: string;
  topic: string | null;
  deliveryId: string | null;
  /** JSON in UTF-8. */
  body: Buffer;
  requestId: string;
  /** Null: nothing is traced. */
  traceparent: string | null;
}

/** Runs a prepared statement, as a pool of pg does. */
type RunPrepared = (statement: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>;

export interface StoredWebhooks {
  /** Tasks that are new, to be dispatched. A copy of a stored delivery makes none. */
  recorded: string[];
  /** Deliveries that were not stored: the connection takes no webhooks, has other credentials, or is being deleted. */
  stale: string[];
}

/** SQL: 64 bits that show whether a connection still has the credentials a secret was read from, whichever key seals them. */
export const credentialsHash = `hashtextextended(${sealIv('credentials')}, 0)`;

const { queue, attempts } = tasks['process-webhook'];

/**
 * Skips locked connections, so that one being deleted delays no other. Rows go in by their key, so that two statements with the same
 * deliveries cannot deadlock. Bodies travel as one run of bytes, because Postgres parses an array of texts character by character.
 */
const storeStatement = `
  with given as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $11::text[])
      as given (task_id, connection_id, credentials_hash, topic, delivery_id, request_id, start, size, traceparent)
  ), senders as materialized (
    select connection.id, ${credentialsHash} as credentials_hash, ${partitionKeys('connection')}
    from system_connections connection ${joinEstablished('connection')}
    where connection.id = any($2::uuid[]) and deleted_at is null and status = any($9::text[])
    order by connection.id for key share of connection skip locked
  ), recorded as (
    insert into tasks (id, queue, name, payload, state, max_attempts, system_connection_id, request_id, topic, delivery_id, body, body_hash, partition, subpartition, traceparent)
    select task_id, '${queue}', 'process-webhook', '{}', 'pending', ${attempts}, connection_id, request_id, topic, delivery_id,
      convert_from(substring($10::bytea from start for size), 'UTF8'), sha256(substring($10::bytea from start for size)) as body_hash, partition, subpartition, traceparent
    from given join senders on senders.id = connection_id and senders.credentials_hash = given.credentials_hash
    order by connection_id, delivery_id collate "C", body_hash
    on conflict do nothing
    returning id
  )
  select array(select id from recorded) as recorded,
    array(select task_id from given where not exists (
      select from senders where senders.id = connection_id and senders.credentials_hash = given.credentials_hash)) as stale`;

/** Commits one task for each delivery whose connection, at that moment, has one of these statuses and unchanged credentials. */
export async function storeWebhooks(
  run: RunPrepared,
  deliveries: readonly WebhookDelivery[],
  statuses: readonly string[],
): Promise<StoredWebhooks> {
  const bodies = Buffer.concat(deliveries.map(({ body }) => body));
  const values = [...columnsOf(deliveries), plainArray(statuses), bodies, traceparentsOf(deliveries)];
  const { rows } = await run({ name: 'store-webhooks', text: storeStatement, values });
  return rows[0] as StoredWebhooks;
}

function columnsOf(deliveries: readonly WebhookDelivery[]): string[] {
  const starts: number[] = [];
  let start = 1;
  for (const { body } of deliveries) {
    starts.push(start);
    start += body.length;
  }
  return [
    plainArray(deliveries.map(({ taskId }) => taskId)),
    plainArray(deliveries.map(({ systemConnectionId }) => systemConnectionId)),
    plainArray(deliveries.map((delivery) => delivery.credentialsHash)),
    textArray(deliveries.map(({ topic }) => topic)),
    textArray(deliveries.map(({ deliveryId }) => deliveryId)),
    textArray(deliveries.map(({ requestId }) => requestId)),
    plainArray(starts),
    plainArray(deliveries.map(({ body }) => body.length)),
  ];
}

/** Empty while nothing is traced: Postgres takes the missing ones for null. */
function traceparentsOf(deliveries: readonly WebhookDelivery[]): string {
  const isTraced = deliveries.some(({ traceparent }) => traceparent !== null);
  return isTraced ? textArray(deliveries.map(({ traceparent }) => traceparent)) : '{}';
}
