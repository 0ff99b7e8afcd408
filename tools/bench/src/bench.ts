import { readArguments, runCommand, UnusableArguments } from '@sync/command-line';
import { inTurn } from './bench-progress';
import { measureCallers } from './callers';
import { measureExport, measureMemory } from './export';
import { measureFairness } from './fairness';
import { measureFeed } from './feed';
import type { BenchRow, Setting } from './measure';
import { measurePersist } from './persist';
import { measureRequests } from './requests';
import { measureScale } from './scale/measure-scale';
import { startBenchPostgres } from './services';
import { printTable } from './table';
import { measureWebhookEffect } from './webhook-effect';
import { measureWebhooks } from './webhooks';

const options = {
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  only: { type: 'string' },
  orders: { type: 'string', default: '20000' },
  turns: { type: 'string', default: '1' },
  factor: { type: 'string', default: '1' },
} as const;

interface Section {
  name: string;
  usualSeconds: number;
  /** A plain run takes three minutes: what users wait for. */
  when: 'usually' | 'all' | 'only';
  measure: (setting: Setting) => Promise<BenchRow[]>;
}

const sections: readonly Section[] = [
  { name: 'export', usualSeconds: 110, when: 'usually', measure: measureExport },
  { name: 'feed', usualSeconds: 20, when: 'usually', measure: measureFeed },
  { name: 'requests', usualSeconds: 50, when: 'usually', measure: measureRequests },
  { name: 'persist', usualSeconds: 40, when: 'all', measure: measurePersist },
  { name: 'webhooks', usualSeconds: 30, when: 'all', measure: measureWebhooks },
  { name: 'effect', usualSeconds: 45, when: 'all', measure: measureWebhookEffect },
  { name: 'callers', usualSeconds: 120, when: 'all', measure: measureCallers },
  { name: 'fairness', usualSeconds: 180, when: 'all', measure: measureFairness },
  { name: 'memory', usualSeconds: 60, when: 'all', measure: measureMemory },
  { name: 'scale', usualSeconds: 780, when: 'only', measure: measureScale },
];

const namesOf = (chosen: readonly Section[]): string => chosen.map(({ name }) => name).join(', ');
const isUsual = ({ when }: Section): boolean => when === 'usually';

const usage = `Usage: npm run bench -- [--json] [--all] [--only ${namesOf(sections).replaceAll(' ', '')}] [--orders 20000] [--turns 1] [--factor 1]
The benchmark table, as ratios within one run. Takes about 3 min: ${namesOf(sections.filter(isUsual))}. --all takes all but scale, about 11 min;
--only names some. One turn each; --turns 3 takes the medians of three, in three times the time. scale fills millions of rows: it takes
15 minutes and 15 GiB of disk at --factor 1, and less in proportion.`;

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UnusableArguments(`--${option} should be a number from 1 to 99999999.`);
  return Number(text);
}

function factorOf(text: string): number {
  const factor = Number(text);
  if (!(factor > 0 && factor <= 10)) throw new UnusableArguments('--factor should be a number above 0, at most 10.');
  return factor;
}

function chosenSections(only: string | undefined, all: boolean): Section[] {
  if (only === undefined) return sections.filter((section) => isUsual(section) || (all && section.when === 'all'));
  return only.split(',').map((name) => {
    const section = sections.find((known) => known.name === name);
    if (!section) throw new UnusableArguments(`--only should be some of ${namesOf(sections)}.`);
    return section;
  });
}

async function bench(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, options);
  const [orders, turns, factor] = [countOf('orders', values.orders), countOf('turns', values.turns), factorOf(values.factor)];
  const chosen = chosenSections(values.only, values.all);
  const postgres = await startBenchPostgres();
  const rows: BenchRow[] = [];
  try {
    await inTurn(chosen, async ({ name, measure }) => {
      const url = await postgres.createDatabase(name);
      rows.push(...(await measure({ postgres, url, orders, turns, factor })));
    });
  } finally {
    await postgres.stop();
  }
  console.log(values.json ? JSON.stringify(rows, null, 2) : printTable(rows));
}

runCommand(usage, bench).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
