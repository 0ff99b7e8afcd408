import {
  deploymentOf,
  deploymentOptions,
  deploymentUsage,
  readArguments,
  UnusableArguments,
  type DeploymentAddress,
} from '@sync/command-line';

export type SoakQueues = 'Postgres' | 'Redis';

export interface SoakPlan {
  minutes: number;
  /** The same seed gives the same load and the same faults. */
  seed: number;
  /** Each gets an equal share of the time. */
  queues: readonly SoakQueues[];
  /** How long the attackers' shops take for a page. */
  pageMs: number;
  /** Null: a service of the soak's own. */
  against: DeploymentAddress | null;
}

export const usage = `Usage: npm run soak -- [--minutes 10] [--seed <number>] [--queues postgres|redis] [--page-seconds 27]
       npm run soak -- --against <url> [--shop-address <host>] [--minutes 10] [--seed <number>] [--page-seconds 27]
Tenants, attackers and random faults, and a verdict on each tenant. Attackers have shops that take --page-seconds for a page, names that
resolve late, floods of webhooks and big records. Left out: ten minutes, any seed, both queues or those that this machine has, 27 seconds.
${deploymentUsage}
It is judged from outside, and faults that need its processes are skipped.
Exit code: 0 nothing was lost and nothing came twice, 1 something was, 2 it could not run.`;

const options = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string' },
  queues: { type: 'string' },
  'page-seconds': { type: 'string', default: '27' },
  ...deploymentOptions,
} as const;
const known: readonly SoakQueues[] = ['Postgres', 'Redis'];

/** `--minutes 10 --seed 42 --queues redis`. Defaults: ten minutes, a random seed, every available backend. Throws UnusableArguments. */
export function soakPlanOf(words: readonly string[], hasRedis: boolean): SoakPlan {
  const { minutes, seed, queues, 'page-seconds': pageSeconds, ...deployment } = readArguments(words, options).values;
  if (!(Number(minutes) > 0)) throw new UnusableArguments('--minutes should be a number above 0, for example 30.');
  if (!(Number(pageSeconds) > 0 && Number(pageSeconds) < 30))
    throw new UnusableArguments('--page-seconds should be a number above 0 and below 30, after which a request has failed.');
  if (seed !== undefined && !/^\d{1,15}$/.test(seed))
    throw new UnusableArguments('--seed should be a number, as a soak before has named it.');
  const wanted =
    queues === undefined ? known.filter((name) => hasRedis || name !== 'Redis') : known.filter((name) => name.toLowerCase() === queues);
  if (wanted.length === 0) throw new UnusableArguments('--queues should be postgres or redis.');
  if (!hasRedis && wanted.includes('Redis')) throw new UnusableArguments('There is no redis-server on the PATH.');
  return {
    minutes: Number(minutes),
    seed: seed === undefined ? Date.now() : Number(seed),
    queues: wanted,
    pageMs: Number(pageSeconds) * 1_000,
    against: deploymentOf(deployment),
  };
}
