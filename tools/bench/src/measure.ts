import { sayProgress } from './bench-progress';

/** What one unit of work cost each process. Other work on the machine hardly moves it, unlike the time on the wall. */
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
  /** Processor time per unit of work, and that of the limit. */
  processor?: ProcessorCost;
  limitProcessor?: ProcessorCost;
  /** Printed beneath the row, for example a plan. */
  detail?: string;
}

/** Runs every case once per turn (A B C A B C …), so that a slow moment hits all of them. Returns each case's median. */
export async function takingTurns<K extends string>(turns: number, cases: Record<K, () => Promise<number>>): Promise<Record<K, number>> {
  const names = Object.keys(cases) as K[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const name of names) {
      const figure = await cases[name]();
      figures[name].push(figure);
      sayProgress(`  turn ${turn}/${turns}  ${name}: ${round(figure)}`);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures[name])])) as Record<K, number>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Duration of the action in seconds. */
export async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export function compared(row: Omit<BenchRow, 'ratio'> & { limit: number }): BenchRow {
  return { ...row, ratio: row.value / row.limit };
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
