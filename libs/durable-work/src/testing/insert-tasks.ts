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
