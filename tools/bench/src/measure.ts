import { sayProgress } from './bench-progress';
import type { ProcessorClock } from './processor-time';
import type { BenchPostgres } from './services';

/** What a section measures with. */
export interface Setting {
  postgres: BenchPostgres;
  /** Of the section's own database. */
  url: string;
  orders: number;
  turns: number;
  /** Of the rows of the section scale: 1 is 200,000 connections with 10 million records. */
  factor: number;
}

/** Processor time of each process for one unit of work. Other work on the machine hardly moves it, unlike the time on the wall. */
export interface ProcessorCost {
  /** One unit: `order`, `webhook`, `request`. */
  per: string;
  microseconds: Readonly<Record<string, number>>;
}

/** One row of the benchmark table. Machines differ, so a figure only counts as a ratio to a limit measured in the same run. */
export interface BenchRow {
  section: string;
  what: string;
  /** Median over the turns. */
  value: number;
  unit: string;
  /** The limit it is compared with, and its figure in the same run. */
  against?: string;
  limit?: number;
  /** value / limit. */
  ratio?: number;
  /** For example `>= 0.9`. Shown, never asserted in a test. */
  goal?: string;
  processor?: ProcessorCost;
  limitProcessor?: ProcessorCost;
}

/** Work that is measured in turns with other work. */
export interface Case {
  /** Before each turn, outside the measure. */
  prepare?: () => Promise<unknown>;
  /** Returns how many units it worked through, and the seconds if the clock on the wall does not show them. */
  run: () => Promise<{ units: number; seconds?: number }>;
  clocks: Readonly<Record<string, ProcessorClock>>;
}

/** A turn that works through so many units. */
export const turnOf = (units: number, work: () => Promise<unknown>): Case['run'] => {
  return () => work().then(() => ({ units }));
};

/** What a case did in all of its turns. */
export interface Taken {
  /** Units per second: the median over the turns. */
  rate: number;
  /** The mean, because a short turn takes too few ticks of the clock. */
  cost: ProcessorCost;
}

interface Turn {
  units: number;
  seconds: number;
  spent: Record<string, number>;
}

/** Takes every case once per turn (A B, B A, A B …), so that a slow moment hits all of them. `per`: the name of one unit. */
export async function takeTurns<K extends string>(
  per: string,
  cases: Record<K, Case>,
  turns: number,
  maxSeconds = Infinity,
): Promise<Record<K, Taken>> {
  const names = Object.keys(cases) as K[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, Turn[]>;
  const end = Date.now() + maxSeconds * 1_000;
  for (let turn = 0; turn < turns && (turn === 0 || Date.now() < end); turn += 1) {
    for (const name of turn % 2 === 0 ? names : [...names].reverse()) taken[name].push(await takeTurn(cases[name]));
  }
  return Object.fromEntries(names.map((name) => [name, summaryOf(name, per, taken[name])])) as Record<K, Taken>;
}

async function takeTurn({ prepare, run, clocks }: Case): Promise<Turn> {
  await prepare?.();
  const read = () => Object.entries(clocks).map(([name, clock]) => [name, clock()] as const);
  const before = Object.fromEntries(read());
  const start = performance.now();
  const { units, seconds } = await run();
  const wall = (performance.now() - start) / 1_000;
  const spent = Object.fromEntries(read().map(([name, after]) => [name, after - (before[name] ?? NaN)]));
  return { units, seconds: seconds ?? wall, spent };
}

function summaryOf(name: string, per: string, turns: readonly Turn[]): Taken {
  const rate = median(turns.map(({ units, seconds }) => units / seconds));
  sayProgress(`  ${name}: ${round(rate)} a second`);
  const sum = (figure: (turn: Turn) => number) => turns.reduce((total, turn) => total + figure(turn), 0);
  const microseconds = Object.keys(turns[0]?.spent ?? {}).map((process) => {
    return [process, (sum(({ spent }) => spent[process] ?? NaN) * 1e6) / sum(({ units }) => units)];
  });
  return { rate, cost: { per, microseconds: Object.fromEntries(microseconds) as Record<string, number> } };
}

export function compared(row: Omit<BenchRow, 'ratio'> & { limit: number }): BenchRow {
  return { ...row, ratio: row.value / row.limit };
}

type Title = Pick<BenchRow, 'section' | 'what' | 'unit'>;

/** The rates of two cases that took turns. */
export function comparedRates(title: Title, value: Taken, against: string, limit: Taken, goal?: string): BenchRow {
  const processor = { processor: value.cost, limitProcessor: limit.cost };
  return compared({ ...title, value: value.rate, against, limit: limit.rate, goal, ...processor });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export function round(value: number): number {
  if (Math.abs(value) >= 100) return Math.round(value);
  return Math.round(value * 100) / 100;
}

/** Whether the row reaches its goal; null without a goal. */
export function reachesGoal({ ratio, value, goal }: BenchRow): boolean | null {
  const [, comparison, bound] = /^(>=|<=) ([\d.]+)/.exec(goal ?? '') ?? [];
  if (!comparison || bound === undefined) return null;
  const figure = ratio ?? value;
  return comparison === '>=' ? figure >= Number(bound) : figure <= Number(bound);
}
