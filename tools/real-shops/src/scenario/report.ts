import { alignedTable, type Column } from '@sync/embedded-services';
import type { Comparison } from '../comparison/compare-records';
import type { Traffic } from './request-log';

/** One step of the scenario at one shop. */
export interface Step {
  shop: string;
  name: string;
  /** What happened, in a few words. */
  outcome: string;
  /** Whether it must not be so. */
  isWrong: boolean;
  comparison: Comparison | null;
  traffic: Traffic | null;
  seconds: number | null;
}

/** Hears of each step as it ends, and of waits. */
export interface Listener {
  onStep: (step: Step) => void;
  say: (line: string) => void;
}

const columns: readonly Column<Step>[] = [
  ['shop', ({ shop }) => shop],
  ['step', ({ name }) => name],
  ['records', ({ comparison }) => numeral(comparison?.records)],
  ['fields', ({ comparison }) => numeral(comparison?.fields)],
  ['wrong', ({ comparison }) => numeral(comparison?.wrong.length)],
  ['stale', ({ comparison }) => numeral(comparison?.stale.length)],
  ['lost', ({ comparison }) => numeral(comparison?.lost.length)],
  ['ghosts', ({ comparison }) => numeral(comparison?.ghosts.length)],
  ['requests', ({ traffic }) => numeral(traffic?.requests)],
  ['kB', ({ traffic }) => numeral(traffic && Math.ceil(traffic.bytes / 1_000))],
  ['seconds', ({ seconds }) => numeral(seconds === null ? null : Math.round(seconds))],
  ['outcome', ({ outcome, isWrong }) => (isWrong ? `WRONG: ${outcome}` : outcome)],
];

function numeral(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** The result as aligned lines. */
export const tableOf = (steps: readonly Step[]): string[] => alignedTable(columns, steps);

const maxExamples = 12;

/** What is wrong with the records: one example of each field, and ids. */
export function detailsOf({ wrong, stale, lost, ghosts }: Comparison): string[] {
  const byField = new Map<string, { count: number; example: string }>();
  for (const { sourceId, field, expected, actual } of [...wrong, ...stale]) {
    const name = field.replace(/\d+/g, '#');
    const example = `${sourceId}: expected ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`.slice(0, 400);
    byField.set(name, { count: (byField.get(name)?.count ?? 0) + 1, example: byField.get(name)?.example ?? example });
  }
  const fields = [...byField].slice(0, maxExamples).map(([field, { count, example }]) => `  ${field} (${count}): ${example}`);
  const ids = [
    ['lost', lost],
    ['ghosts', ghosts],
  ] as const;
  return [...fields, ...ids.flatMap(([name, list]) => (list.length > 0 ? [`  ${name}: ${list.slice(0, 3 * maxExamples).join(' ')}`] : []))];
}
