import { FailedTasks } from '@sync/durable-work';
import { databaseCommand } from '../database-command';
import { readCommand, usage } from './command';
import { resolveFailedWork } from './resolve-failed-work';

export const failedTasks = databaseCommand({
  name: 'failed-tasks',
  does: 'Lists, retries and discards failed work.',
  usage,
  read: readCommand,
  run: (database, command) => resolveFailedWork(new FailedTasks(database, null), command),
});
