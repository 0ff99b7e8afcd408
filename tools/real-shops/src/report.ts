import { alignedTable, type Column } from '@sync/embedded-services';
import type { Comparison } from './compare-records';
import type { Traffic } from './front';

/** One step of the rig at one shop. */
export interface Step {
  shop: string;
  name: string;
  /** What happened, in a few words. */
  outcome: string;
  /** Whether it must not be so. */
  isWrong: boolean;
  comparison?: Comparison;
  traffic?: Traffic;
  seconds?: number;
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
  ['kB', ({ traffic }) => numeral(traffic && traffic.bytes / 1_000)],
  ['seconds', ({ seconds }) => numeral(seconds)],
  ['outcome', ({ outcome, isWrong }) => (isWrong ? `WRONG: ${outcome}` : outcome)],
];

function numeral(value: number | undefined): string {
  return value === undefined ? '' : String(Math.ceil(value));
}

/** The result as aligned lines. */
export const tableOf = (steps: readonly Step[]): string[] => alignedTable(columns, steps);

const maxExamples = 12;

/** What is wrong with the records: one example of each field, and ids. */
export function detailsOf({ wrong, stale, lost, ghosts }: Comparison): string[] {
  const byField = new Map<string, string[]>();
  for (const { sourceId, field, expected, actual } of [...wrong, ...stale]) {
    const name = field.replace(/\d+/g, '#');
    const example = `${sourceId}: expected ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`.slice(0, 400);
    byField.set(name, [...(byField.get(name) ?? []), example]);
  }
  const fields = [...byField].slice(0, maxExamples).map(([field, examples]) => `  ${field} (${examples.length}): ${examples[0]}`);
  const ids = Object.entries({ lost, ghosts }).filter(([, list]) => list.length > 0);
  return [...fields, ...ids.map(([name, list]) => `  ${name}: ${list.slice(0, 3 * maxExamples).join(' ')}`)];
}
