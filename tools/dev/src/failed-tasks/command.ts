import { parseArgs } from 'node:util';
import { taskNames, taskQueueNames, type FailedTaskFilter, type TaskName, type TaskQueueName } from '@sync/durable-work';

/** What was typed cannot be carried out. The message says what can. */
export class UnusableCommand extends Error {}

export type Command =
  | { action: 'list'; filter: FailedTaskFilter; limit: number; after: string | null }
  | { action: 'retry all'; filter: FailedTaskFilter }
  | { action: 'show' | 'retry' | 'discard'; id: string };

const usage = `Usage:
  npm run failed-tasks -- list [filters] [--limit 50] [--after <id>]
  npm run failed-tasks -- show <id>
  npm run failed-tasks -- retry <id>
  npm run failed-tasks -- retry --all [filters]
  npm run failed-tasks -- discard <id>

Filters: --queue ${taskQueueNames.join('|')}
         --name ${taskNames.join('|')}
         --connection <id>`;

const options = {
  queue: { type: 'string' },
  name: { type: 'string' },
  connection: { type: 'string' },
  limit: { type: 'string', default: '50' },
  after: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws UnusableCommand. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  const [action, id, ...more] = positionals;
  if (more.length > 0) throw new UnusableCommand(usage);
  const filter = filterOf(values);
  if (action === 'list' && id === undefined) return { action, filter, limit: limitOf(values.limit), after: idOf(values.after) };
  if (action === 'retry' && id === undefined && values.all) return { action: 'retry all', filter };
  const oneOnly = !values.all && Object.values(filter).every((value) => value === undefined);
  if ((action === 'show' || action === 'retry' || action === 'discard') && id !== undefined && oneOnly)
    return { action, id: idOf(id) ?? id };
  throw new UnusableCommand(usage);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UnusableCommand(`${(error as Error).message}\n\n${usage}`);
  }
}

function filterOf({ queue, name, connection }: { queue?: string; name?: string; connection?: string }): FailedTaskFilter {
  return {
    queue: oneOf<TaskQueueName>('queue', taskQueueNames, queue),
    name: oneOf<TaskName>('name', taskNames, name),
    systemConnectionId: idOf(connection) ?? undefined,
  };
}

function oneOf<T extends string>(option: string, known: readonly T[], value: string | undefined): T | undefined {
  const found = known.find((candidate) => candidate === value);
  if (value !== undefined && found === undefined) throw new UnusableCommand(`--${option} is one of ${known.join(', ')}.`);
  return found;
}

function limitOf(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1_000) throw new UnusableCommand('--limit is a number from 1 to 1000.');
  return limit;
}

function idOf(text: string | undefined): string | null {
  if (text !== undefined && !uuid.test(text)) throw new UnusableCommand(`${text} is not an id.`);
  return text?.toLowerCase() ?? null;
}
