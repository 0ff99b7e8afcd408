import { parseArgs } from 'node:util';

/** An argument of the command is not what it should be. */
export class UnusableSoak extends Error {}

export type SoakQueues = 'Postgres' | 'Redis';

export interface SoakPlan {
  minutes: number;
  /** Whoever gives it again gets the same load and the same faults. */
  seed: number;
  /** Each has an equal share of the time. */
  queues: readonly SoakQueues[];
}

const options = { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, queues: { type: 'string' } } as const;
const known: readonly SoakQueues[] = ['Postgres', 'Redis'];

function read(words: readonly string[]): { minutes: string; seed?: string; queues?: string } {
  try {
    return parseArgs({ options, args: [...words] }).values;
  } catch (error) {
    throw new UnusableSoak((error as Error).message);
  }
}

/** `--minutes 10 --seed 42 --queues redis`. Left out: ten minutes, any seed, both queues or those that this machine has. Throws UnusableSoak. */
export function soakPlanOf(words: readonly string[], hasRedis: boolean): SoakPlan {
  const { minutes, seed, queues } = read(words);
  if (!(Number(minutes) > 0)) throw new UnusableSoak('--minutes should be a number above 0, for example 30.');
  if (seed !== undefined && !/^\d{1,15}$/.test(seed)) throw new UnusableSoak('--seed should be a number, as a soak before has named it.');
  const wanted =
    queues === undefined ? known.filter((name) => hasRedis || name !== 'Redis') : known.filter((name) => name.toLowerCase() === queues);
  if (wanted.length === 0) throw new UnusableSoak('--queues should be postgres or redis.');
  if (!hasRedis && wanted.includes('Redis')) throw new UnusableSoak('There is no redis-server on the PATH.');
  return { minutes: Number(minutes), seed: seed === undefined ? Date.now() : Number(seed), queues: wanted };
}
