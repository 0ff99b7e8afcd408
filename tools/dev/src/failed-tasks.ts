import 'reflect-metadata';
import { FailedTasks } from '@sync/durable-work';
import { readCommand, usage } from './failed-tasks/command';
import { resolveFailedWork } from './failed-tasks/resolve-failed-work';
import { runDatabaseCommand } from './supervisor/database-command';

/** `npm run failed-tasks -- …`: lists, retries and discards failed tasks. */
runDatabaseCommand({
  name: 'failed-tasks',
  usage,
  read: readCommand,
  run: (dataSource, command) => resolveFailedWork(new FailedTasks(dataSource, null), command),
});
