import { readArguments, UnusableArguments } from '@sync/embedded-services';

export type SoakQueues = 'Postgres' | 'Redis';

export interface SoakPlan {
  minutes: number;
  /** The same seed gives the same load and the same faults. */
  seed: number;
  /** Each gets an equal share of the time. */
  queues: readonly SoakQueues[];
}

export const usage = `Usage: npm run soak -- [--minutes 10] [--seed <number>] [--queues postgres|redis]
Load with random faults, and a verdict. Left out: ten minutes, any seed, both queues or those that this machine has.
Exit code: 0 nothing was lost and nothing came twice, 1 something was, 2 it could not run.`;

const options = { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, queues: { type: 'string' } } as const;
const known: readonly SoakQueues[] = ['Postgres', 'Redis'];

/** `--minutes 10 --seed 42 --queues redis`. Defaults: ten minutes, a random seed, every available backend. Throws UnusableArguments. */
export function soakPlanOf(words: readonly string[], hasRedis: boolean): SoakPlan {
  const { minutes, seed, queues } = readArguments(words, options).values;
  if (!(Number(minutes) > 0)) throw new UnusableArguments('--minutes should be a number above 0, for example 30.');
  if (seed !== undefined && !/^\d{1,15}$/.test(seed))
    throw new UnusableArguments('--seed should be a number, as a soak before has named it.');
  const wanted =
    queues === undefined ? known.filter((name) => hasRedis || name !== 'Redis') : known.filter((name) => name.toLowerCase() === queues);
  if (wanted.length === 0) throw new UnusableArguments('--queues should be postgres or redis.');
  if (!hasRedis && wanted.includes('Redis')) throw new UnusableArguments('There is no redis-server on the PATH.');
  return { minutes: Number(minutes), seed: seed === undefined ? Date.now() : Number(seed), queues: wanted };
}
