import type { FailedTask, FailedTasks } from '@sync/durable-work';
import { tableLines } from '../demo/table';
import type { Command } from './command';

export interface Answer {
  lines: string[];
  /** False: there was nothing to do it to. */
  ok: boolean;
}

/** Carries out one command, in words for a person. */
export async function resolveFailedWork(failed: FailedTasks, command: Command): Promise<Answer> {
  switch (command.action) {
    case 'list':
      return list(failed, command);
    case 'show': {
      const task = await failed.show(command.id);
      return task ? { lines: details(task), ok: true } : noSuchTask(command.id);
    }
    case 'retry':
      return (await failed.retry(command.id)) ? done('The task is tried again. It starts within some seconds.') : noSuchTask(command.id);
    case 'retry all': {
      const count = await failed.retryAll(command.filter);
      return done(count === 1 ? '1 task is tried again.' : `${count} tasks are tried again.`);
    }
    case 'discard':
      return (await failed.discard(command.id)) ? done('The task is gone.') : noSuchTask(command.id);
  }
}

async function list(failed: FailedTasks, { filter, limit, after }: Extract<Command, { action: 'list' }>): Promise<Answer> {
  const { tasks, next } = await failed.list(filter, limit, after);
  if (tasks.length === 0) return done('No failed tasks.');
  const header = [
    { title: 'id' },
    { title: 'task' },
    { title: 'connection' },
    { title: 'tried', right: true },
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
    tried: `${task.attempts} times`,
    reason: task.reason ?? '',
    'created at': task.createdAt.toISOString(),
    'failed at': task.failedAt.toISOString(),
  };
  return Object.entries(named).map(([name, value]) => `${name.padEnd(12)}${value}`);
}

const done = (line: string): Answer => ({ lines: [line], ok: true });
const noSuchTask = (id: string): Answer => ({ lines: [`There is no failed task ${id}.`], ok: false });
