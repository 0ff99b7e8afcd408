import type { SqlRunner } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** Tasks that are recorded without a ring. Returns their ids. */
export async function insertTasks(dataSource: SqlRunner, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await dataSource.query(
    `insert into tasks (id, queue, name, payload, state, max_attempts)
     select id, 'sync-rules', 'derive-sync-rules', '{}', 'pending', 5 from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
}

interface TestTask {
  tenantId?: string;
  systemConnectionId?: string;
  /** SQL: columns of its row, as `column = value, …`. */
  set?: string;
}

/** A task that is committed without a ring, as a worker that polls finds it. Returns its id. */
export function recordTask(dataSource: DataSource, { tenantId = uuidv7(), systemConnectionId, set }: TestTask = {}): Promise<string> {
  return dataSource.transaction(async (manager) => {
    const [id = ''] = await insertTasks(manager, 1);
    const payload = JSON.stringify({ tenantId, thenSync: null });
    await manager.query(
      'update tasks set payload = $2, system_connection_id = $3, subpartition = coalesce($3, subpartition) where id = $1',
      [id, payload, systemConnectionId],
    );
    if (set) await manager.query(`update tasks set ${set} where id = $1`, [id]);
    return id;
  });
}

/** Tasks of one subpartition, which is the tenant in their payload. Their positions are 1 to `count`, from the oldest on. */
export async function insertSubpartition(dataSource: DataSource, partition: string, subpartition: string, count: number): Promise<void> {
  await dataSource.query(
    `insert into tasks (id, queue, name, payload, state, max_attempts, partition, subpartition, not_before)
     select gen_random_uuid(), 'sync-rules', 'derive-sync-rules', jsonb_build_object('tenantId', $2::text, 'position', number), 'pending', 5, $1, $2::uuid,
       now() - interval '1 minute' + number * interval '1 ms'
     from generate_series(1, $3::int) as number`,
    [partition, subpartition, count],
  );
}
