import type { SqlRunner } from '@sync/postgres';

const batchSize = 500;

/** The row stays as the record of the failure; its reason says what happened to the body. */
const eraseBatch = `
  with old as (
    select id from tasks
    where state = 'failed' and body is not null and coalesce(finished_at, updated_at) < now() - make_interval(days => $1)
    order by id limit ${batchSize} for update skip locked
  ), erased as (
    update tasks set body = null, updated_at = now(), last_error = concat_ws(' ', last_error, 'Its body was erased after ' || $1 || ' days.')
    from old where tasks.id = old.id returning 1
  )
  select count(*)::int as count from erased`;

/**
 * Erases the bodies of webhooks that failed this many days ago. They hold personal data, and a failed task may stay for ever.
 * Returns how many it erased. Throws once the signal is aborted.
 */
export async function eraseFailedWebhookBodies(sql: SqlRunner, days: number, signal: AbortSignal): Promise<number> {
  let erased = 0;
  for (let batch = batchSize; batch === batchSize; erased += batch) {
    signal.throwIfAborted();
    const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(eraseBatch, [days]);
    batch = count;
  }
  return erased;
}

/** Erases the body of a webhook that is about to fail, where a retry needs none. */
export async function eraseWebhookBody(sql: SqlRunner, taskId: string): Promise<void> {
  await sql.query('update tasks set body = null where id = $1 and body is not null', [taskId]);
}
