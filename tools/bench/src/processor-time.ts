import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptProcess } from '@sync/test-harness';

/** Processor time so far (user and system), in seconds; NaN where the system does not report it. */
export type ProcessorClock = () => number;

const ticksPerSecond = 100;
/** Fields of /proc/<pid>/stat behind the name, which may hold blanks. */
const fields = { parent: 1, own: [11, 12], waitedFor: [13, 14] } as const;

function statOf(pid: number | string | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const secondsIn = (stat: readonly number[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (stat[place] ?? NaN), 0) / ticksPerSecond;

export const benchClock: ProcessorClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Several processes as one figure. */
export function clockOf(...processes: readonly ScriptProcess[]): ProcessorClock {
  return () => processes.reduce((sum, { child }) => sum + secondsIn(statOf(child.pid), fields.own), 0);
}

/** A Postgres server with all of its sessions, those that have ended too. */
export function postgresClock(dataDir: string): ProcessorClock {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  return () => {
    const server = secondsIn(statOf(postmaster), [...fields.own, ...fields.waitedFor]);
    if (Number.isNaN(server)) return NaN;
    const sessions = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statOf)
      .filter((stat) => stat[fields.parent] === Number(postmaster));
    return sessions.reduce((sum, stat) => sum + secondsIn(stat, fields.own), server);
  };
}
