import { taskNames, taskQueueNames, type FailedTaskFilter, type TaskName, type TaskQueueName } from '@sync/durable-work';
import { readArguments, UnusableArguments } from '@sync/command-line';

export type Command =
  | { action: 'list'; filter: FailedTaskFilter; limit: number; after: string | null }
  | { action: 'retry all'; filter: FailedTaskFilter }
  | { action: 'show' | 'retry' | 'discard'; id: string };

export const usage = (called: string): string => `Usage:
  ${called} list [filters] [--limit 50] [--after <id>]
  ${called} show <id>
  ${called} retry <id>
  ${called} retry --all [filters]
  ${called} discard <id>

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

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, options, true);
  const [action, id, ...more] = positionals;
  if (more.length > 0) throw new UnusableArguments(`${more.join(' ')}: too many arguments.`);
  const filter = filterOf(values);
  if (action === 'list' && id === undefined) return { action, filter, limit: limitOf(values.limit), after: idOf(values.after) };
  if (action === 'retry' && id === undefined && values.all) return { action: 'retry all', filter };
  const oneOnly = !values.all && Object.values(filter).every((value) => value === undefined);
  if ((action === 'show' || action === 'retry' || action === 'discard') && id !== undefined && oneOnly)
    return { action, id: idOf(id) ?? id };
  throw new UnusableArguments(action === undefined ? 'An action is missing.' : `${action} does not accept these arguments.`);
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
  if (value !== undefined && found === undefined) throw new UnusableArguments(`--${option} must be one of ${known.join(', ')}.`);
  return found;
}

function limitOf(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1_000) throw new UnusableArguments('--limit must be a number from 1 to 1000.');
  return limit;
}

function idOf(text: string | undefined): string | null {
  if (text !== undefined && !uuid.test(text)) throw new UnusableArguments(`${text} is not an id.`);
  return text?.toLowerCase() ?? null;
}
