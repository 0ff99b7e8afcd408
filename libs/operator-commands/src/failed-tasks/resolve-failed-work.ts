import { tableLines } from '@sync/command-line';
import type { FailedTask, FailedTasks } from '@sync/durable-work';
import type { Outcome } from '../database-command';
import type { Command } from './command';

/** Executes one command and describes the outcome. */
export async function resolveFailedWork(failed: FailedTasks, command: Command): Promise<Outcome> {
  switch (command.action) {
    case 'list':
      return list(failed, command);
    case 'show': {
      const task = await failed.show(command.id);
      return task ? { lines: details(task), ok: true } : noSuchTask(command.id);
    }
    case 'retry':
      return (await failed.retry(command.id)) ? done('The task will be retried within a few seconds.') : noSuchTask(command.id);
    case 'retry all': {
      const count = await failed.retryAll(command.filter);
      return done(count === 1 ? '1 task will be retried.' : `${count} tasks will be retried.`);
    }
    case 'discard':
      return (await failed.discard(command.id)) ? done('The task is discarded.') : noSuchTask(command.id);
  }
}

async function list(failed: FailedTasks, { filter, limit, after }: Extract<Command, { action: 'list' }>): Promise<Outcome> {
  const { tasks, next } = await failed.list(filter, limit, after);
  if (tasks.length === 0) return done('No failed tasks.');
  const header = [
    { title: 'id' },
    { title: 'task' },
    { title: 'connection' },
    { title: 'attempts', right: true },
    { title: 'failed at' },
    { title: 'reason' },
  ];
  const rows = tasks.map(({ id, name, systemConnectionId, attempts, failedAt, reason }) => [
    id,
    name,
    systemConnectionId ?? '',
    String(attempts),
    failedAt.toISOString(),
    reason ?? '',
  ]);
  return { lines: [...tableLines(header, rows), ...(next === null ? [] : ['', `More: --after ${next}`])], ok: true };
}

function details(task: FailedTask): string[] {
  const named = {
    id: task.id,
    task: task.name,
    queue: task.queue,
    connection: task.systemConnectionId ?? 'none',
    attempts: String(task.attempts),
    reason: task.reason ?? '',
    'created at': task.createdAt.toISOString(),
    'failed at': task.failedAt.toISOString(),
  };
  return Object.entries(named).map(([name, value]) => `${name.padEnd(12)}${value}`);
}

const done = (line: string): Outcome => ({ lines: [line], ok: true });
const noSuchTask = (id: string): Outcome => ({ lines: [`Failed task ${id} does not exist.`], ok: false });
