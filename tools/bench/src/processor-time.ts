import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppProcess } from '@sync/test-harness';
import type { ProcessorCost } from './measure';

/** Processor time so far (user and system), in seconds; null where the system does not report it. */
export type ProcessorClock = () => number | null;

const ticksPerSecond = 100;
/** Fields of /proc/<pid>/stat behind the name, which may hold blanks. */
const fields = { parent: 1, own: [11, 12], waitedFor: [13, 14] } as const;

function statOf(pid: number | string): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

const secondsIn = (stat: readonly number[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (stat[place] ?? 0), 0) / ticksPerSecond;

export const benchClock: ProcessorClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export function clockOf({ child: { pid } }: AppProcess): ProcessorClock {
  return () => {
    const stat = pid === undefined ? null : statOf(pid);
    return stat && secondsIn(stat, fields.own);
  };
}

/** Several processes as one figure. */
export function sumOf(clocks: readonly ProcessorClock[]): ProcessorClock {
  return () => clocks.reduce<number | null>((sum, clock) => addKnown(sum, clock()), 0);
}

/** A Postgres server with all of its sessions, those that have ended too. */
export function postgresClock(dataDir: string): ProcessorClock {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  return () => {
    const server = statOf(postmaster);
    if (!server) return null;
    const ofSessions = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => statOf(pid))
      .filter((stat) => stat?.[fields.parent] === Number(postmaster))
      .reduce((sum, stat) => sum + secondsIn(stat ?? [], fields.own), 0);
    return secondsIn(server, [...fields.own, ...fields.waitedFor]) + ofSessions;
  };
}

function addKnown(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? null : sum + more;
}

/** Processor time of some processes around each turn of a case. */
export class ProcessorMeter {
  private readonly spent = new Map<string, { units: number; seconds: Record<string, number> }>();

  constructor(
    private readonly per: string,
    private readonly clocks: Readonly<Record<string, ProcessorClock>>,
  ) {}

  /** Runs the action. `units`: how many it works through, or how to tell from its result. */
  async around<T>(name: string, units: number | ((result: T) => number), action: () => Promise<T>): Promise<T> {
    const before = this.read();
    const result = await action();
    const after = this.read();
    const count = typeof units === 'number' ? units : units(result);
    const spent = this.spent.get(name) ?? { units: 0, seconds: {} };
    for (const process of Object.keys(this.clocks)) {
      const [start, end] = [before[process], after[process]];
      if (typeof start === 'number' && typeof end === 'number') spent.seconds[process] = (spent.seconds[process] ?? 0) + end - start;
    }
    this.spent.set(name, { ...spent, units: spent.units + count });
    return result;
  }

  /** Means over the turns, because a short turn takes too few ticks of the clock; undefined where the system does not report it. */
  costOf(name: string): ProcessorCost | undefined {
    const { units, seconds } = this.spent.get(name) ?? { units: 0, seconds: {} };
    const costs = Object.entries(seconds).map(([process, total]) => [process, (total * 1e6) / units] as const);
    return costs.length > 0 ? { per: this.per, microseconds: Object.fromEntries(costs) } : undefined;
  }

  private read(): Record<string, number | null> {
    return Object.fromEntries(Object.entries(this.clocks).map(([name, clock]) => [name, clock()]));
  }
}
