import type { NamingTexts, SqlRunner, TextScope } from '@sync/postgres';
import { namedIn, needleOf } from '@sync/records';

/** A stored webhook whose body names an address. */
export interface NamingWebhook {
  id: string;
  systemConnectionId: string;
  topic: string | null;
  body: string;
  receivedAt: Date;
}

/** Why tasks of a tenant failed. */
export const taskTexts: NamingTexts = {
  table: 'tasks',
  isInScope:
    'system_connection_id in (select id from system_connections where tenant_id = $1 and ($3::uuid is null or id = $3)) and last_error is not null',
  texts: ['last_error'],
};

/** A body holds up to WEBHOOK_MAX_BYTES. */
const batchSize = 20;

/** Each reads a partial index. JSON may write any character as an escape, so bodies with escapes are looked at as well. */
const find = (isInState: string) => `
  select id, system_connection_id as "systemConnectionId", topic, body, created_at as "receivedAt" from tasks
  where ${isInState} and name = 'process-webhook' and body is not null and id > $3
    and system_connection_id in (select id from system_connections where tenant_id = $1 and ($4::uuid is null or id = $4))
    and (strpos(lower(body), $2) > 0 or strpos(body, '\\u00') > 0)
  order by id limit ${batchSize}`;

const statements = {
  pending: find(`state = 'pending' and queue = 'webhooks' and not_before > '-infinity'`),
  failed: find(`state = 'failed'`),
};

/** Webhooks that wait, or have failed, and name the address. A few at a time. `address`: as `plainAddress` writes it. */
export async function* webhooksNaming(
  sql: SqlRunner,
  state: 'pending' | 'failed',
  { tenantId, connectionId }: TextScope,
  address: string,
): AsyncGenerator<NamingWebhook> {
  for (let after = '00000000-0000-0000-0000-000000000000', hasMore = true; hasMore;) {
    const found = await sql.query<NamingWebhook[]>(statements[state], [tenantId, needleOf(address), after, connectionId]);
    for (const webhook of found) if (namesAddress(webhook.body, address)) yield webhook;
    after = found.at(-1)?.id ?? after;
    hasMore = found.length === batchSize;
  }
}

/** What cannot be read as JSON is compared as it is. */
function namesAddress(body: string, address: string): boolean {
  try {
    return namedIn(JSON.parse(body), address);
  } catch {
    return body.toLowerCase().includes(address);
  }
}

const eraseFailed = `
  with erased as (
    update tasks set body = null, updated_at = now(), last_error = 'The webhook failed. Its body was erased with the person whom it named.'
    where id = $1 and state = 'failed' and body is not null returning 1
  )
  select count(*)::int as count from erased`;

/** The row stays as the record of the failure. It was retried meanwhile: false. */
export async function eraseFailedWebhook(sql: SqlRunner, id: string): Promise<boolean> {
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(eraseFailed, [id]);
  return count > 0;
}

const eraseWaiting = `
  with erased as (
    update tasks set body = null, updated_at = now(), state = case when held then state else 'done' end,
      finished_at = case when held then finished_at else now() end, last_error = null
    where id = $1 and state = 'pending' and body is not null returning 1
  )
  select count(*)::int as count from erased`;

/** A webhook that has taken effect past its queue is done. While a worker holds it, that worker ends it, without a body. */
export async function eraseWaitingWebhook(sql: SqlRunner, id: string): Promise<boolean> {
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(eraseWaiting, [id]);
  return count > 0;
}

/** The body of a webhook; null: it has none. */
export async function readWebhookBody(sql: SqlRunner, id: string): Promise<{ systemConnectionId: string; body: string } | null> {
  const select = `
    select system_connection_id as "systemConnectionId", body from tasks
    where id = $1 and body is not null and system_connection_id is not null`;
  const [row] = await sql.query<{ systemConnectionId: string; body: string }[]>(select, [id]);
  return row ?? null;
}
