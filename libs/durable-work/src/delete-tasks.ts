import { deleteOfConnection, type SqlRunner } from '@sync/postgres';

export const deleteTasksOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal) =>
  deleteOfConnection(sql, 'tasks', connectionId, signal);
