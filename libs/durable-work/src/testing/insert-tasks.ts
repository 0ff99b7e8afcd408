import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { newTaskColumns } from '../durable-work';

const task = newTaskColumns('derive-sync-rules');

/** Tasks recorded by an insert of the caller's own, as the ingress does. Returns their ids. */
export async function insertTasks(dataSource: DataSource, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const statement = `insert into tasks (id, request_id, ${task.columns}) select id, 'request-of-test', ${task.values} from unnest($1::uuid[]) as id`;
  await dataSource.query(statement, [ids]);
  return ids;
}

/** A committed task that no queue knows yet, so that a test can change its row first. Returns its id. */
export async function recordTask(dataSource: DataSource, tenantId: string = uuidv7(), systemConnectionId?: string): Promise<string> {
  const [id = ''] = await insertTasks(dataSource, 1);
  const payload = JSON.stringify({ tenantId, thenSync: null });
  await dataSource.query('update tasks set payload = $2, system_connection_id = $3 where id = $1', [id, payload, systemConnectionId]);
  return id;
}
