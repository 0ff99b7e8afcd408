import { createHash } from 'node:crypto';
import type { SqlRunner } from './delete-in-batches';
import type { SessionSettings } from './tenant-scope';

/**
 * Runs a statement that each session plans once and keeps: for a list whose planning takes as long as its reading. Only for statements of
 * few different texts, since sessions keep them, and for those whose best plan does not depend on the values.
 */
export function queryPrepared<T>(sql: SqlRunner, text: string, parameters: unknown[]): Promise<T> {
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  // TypeORM passes the statement on as it is, and pg takes a named one too.
  return sql.query<T>({ name, text } as unknown as string, parameters);
}

/**
 * Settings of sessions that keep plans: a plan that is made while a table is small must not scan it once it is large.
 */
export const keptPlans: SessionSettings = { enable_seqscan: 'off' };
