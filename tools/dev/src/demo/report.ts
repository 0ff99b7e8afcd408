import type { ConnectionSync } from '@sync/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { shortened, tableLines } from '@sync/command-line';
import { controlShop, DemoFailed, readFeed, type SourceRecord } from './service-calls';
import type { FinishedRun, LinkedShop } from './sync-watch';

const recordTypes = ['customers', 'products', 'orders'] as const;
const rulesDeadlineMs = 20_000;

function seconds({ run }: FinishedRun): number {
  return Math.max(0.001, (Date.parse(run.finished_at ?? '') - Date.parse(run.started_at ?? '')) / 1000);
}

/** The result table of all syncs. */
export function resultTable(finished: readonly FinishedRun[]): string[] {
  const right = true;
  const header = [
    { title: 'Shop' },
    { title: 'Capability' },
    ...['Pages', 'Fetched', 'Written', 'Seconds', 'Records/s'].map((title) => ({ title, right })),
  ];
  const cells = (shop: string, what: string, pages: number, fetched: number, written: number, time: number) => [
    shop,
    what,
    ...[pages, fetched, written].map(String),
    time.toFixed(2),
    String(Math.round(fetched / time)),
  ];
  const rows = finished.map((entry) => {
    const { pages_done, records_fetched, records_written, capability } = entry.run;
    return cells(entry.shop.name, capability, pages_done, records_fetched, records_written, seconds(entry));
  });
  const sum = (pick: (entry: FinishedRun) => number) => finished.reduce((total, entry) => total + pick(entry), 0);
  const starts = finished.map(({ run }) => Date.parse(run.started_at ?? ''));
  const ends = finished.map(({ run }) => Date.parse(run.finished_at ?? ''));
  const wall = Math.max(0.001, (Math.max(...ends) - Math.min(...starts)) / 1000);
  const total = cells(
    'All',
    '',
    sum(({ run }) => run.pages_done),
    sum(({ run }) => run.records_fetched),
    sum(({ run }) => run.records_written),
    wall,
  );
  return tableLines(header, [...rows, null, total]);
}

/** Compares the number of readable records with the shop's own. Polls, because the worker derives rules and links asynchronously. */
export async function compareTotals(company: ConnectionSync, shops: readonly LinkedShop[]): Promise<string[]> {
  const lines: string[] = [];
  for (const shop of shops) {
    const held = await controlShop<Record<string, number>>(shop.url, 'totals');
    for (const type of recordTypes) {
      const count = async () => (await readFeed(company, { type, connectionId: shop.connectionId })).records.length;
      let readable = await count();
      for (const deadline = Date.now() + rulesDeadlineMs; readable !== held[type] && Date.now() < deadline; await sleep(250)) {
        readable = await count();
      }
      if (readable !== held[type]) {
        throw new DemoFailed(`${shop.name} has ${held[type]} ${type}, but the service returns ${readable}.`);
      }
    }
    lines.push(`${shop.name}: ${recordTypes.map((type) => `${held[type]} ${type}`).join(', ')}`);
  }
  return lines;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}${value.length > 0 ? `: ${valueText(value[0])}` : ''}]`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).filter(([, part]) => part !== null && part !== '' && typeof part !== 'object');
    return `{ ${inner.map(([name, part]) => `${name}: ${String(part)}`).join(', ')} }`;
  }
  return JSON.stringify(value) ?? '';
}

/** One record as lines that fit the terminal, without empty fields. */
function recordLines(title: string, record: SourceRecord, width: number): string[] {
  const fields = Object.entries(record).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  const nameWidth = Math.max(...fields.map(([name]) => name.length));
  return [
    title,
    ...fields.map(([name, value]) => shortened(`  ${name.padEnd(nameWidth)}  ${valueText(value).replaceAll('\n', ' ')}`, width)),
  ];
}

const samples = [
  { type: 'customers', title: 'A customer' },
  { type: 'products', title: 'A product' },
  { type: 'orders', title: 'An order' },
] as const;

export async function sampleRecords(company: ConnectionSync, shop: LinkedShop, width: number): Promise<string[]> {
  const lines: string[] = [];
  for (const { type, title } of samples) {
    const { data } = await company.records.list(type, { source_connection_id: shop.connectionId, limit: 1 }).page();
    const [record] = data;
    if (!record) throw new DemoFailed(`The feed of ${type} is empty.`);
    lines.push('', ...recordLines(`${title} of ${shop.name}, GET /api/records/${type}`, record, width));
  }
  return lines;
}
