import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { SessionSettings } from './tenant-scope';

/**
 * Runs a statement that each session plans once and keeps: for one whose planning takes as long as its work. Only for statements of few
 * different texts, since sessions keep them, and for those whose best plan does not depend on the values.
 */
export async function queryPrepared<T>(dataSource: DataSource, text: string, values: unknown[]): Promise<T[]> {
  // TypeORM prepares nothing, but lends the client of pg, which does.
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as ClientBase;
    return (await client.query(prepared(text, values))).rows as T[];
  } finally {
    await runner.release();
  }
}

/** The same for a pool of pg. */
export function prepared(text: string, values: unknown[]): QueryConfig {
  return { name: nameOf(text), text, values };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Settings of sessions that keep plans: a plan that is made while a table is small must not scan it once it is large. */
export const keptPlans: SessionSettings = { enable_seqscan: 'off' };
