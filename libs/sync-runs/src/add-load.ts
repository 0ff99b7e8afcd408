import type { SqlRunner } from '@sync/postgres';

const add = 'update sync_runs set requests = requests + $2, bytes = bytes + $3 where id = $1';

/** What calls cost the shop, added up on their run. */
export async function addLoad(sql: SqlRunner, syncRunId: string, { requests, bytes }: { requests: number; bytes: number }): Promise<void> {
  await sql.query(add, [syncRunId, requests, bytes]);
}
