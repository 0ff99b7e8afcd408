import { inVerdictColour } from '@sync/command-line';
import { reachesGoal, round, type BenchRow, type ProcessorCost } from './measure';

const columns: [title: string, text: (row: BenchRow) => string, align: 'left' | 'right'][] = [
  ['what', (row) => row.what, 'left'],
  ['figure', (row) => `${round(row.value).toLocaleString('en')} ${row.unit}`, 'right'],
  ['compared with', (row) => (row.limit === undefined ? '' : `${row.against ?? ''}: ${round(row.limit).toLocaleString('en')}`), 'left'],
  ['ratio', (row) => (row.ratio === undefined ? '' : row.ratio.toFixed(2)), 'right'],
  ['goal', (row) => row.goal ?? '', 'left'],
  ['', (row) => ({ true: 'ok', false: 'missed', null: '' })[String(reachesGoal(row)) as 'true' | 'false' | 'null'], 'left'],
  ['processor time', (row) => [costOf(row.processor), costOf(row.limitProcessor)].filter(Boolean).join('; compared: '), 'left'],
];

/** The verdict in its colour, in a terminal. */
function coloured(padded: string, cell: string): string {
  return cell === 'ok' || cell === 'missed' ? inVerdictColour(cell, padded) : padded;
}

function costOf(cost: ProcessorCost | undefined): string {
  if (!cost) return '';
  const parts = Object.entries(cost.microseconds).map(
    ([process, microseconds]) => `${process} ${round(microseconds).toLocaleString('en')}`,
  );
  return `${parts.join(' + ')} µs/${cost.per}`;
}

/** The rows as a terminal table, by section. */
export function printTable(rows: readonly BenchRow[]): string {
  const widths = columns.map(([title, text]) => Math.max(title.length, ...rows.map((row) => text(row).length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, index) =>
        coloured(columns[index]?.[2] === 'right' ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0), cell),
      )
      .join('  ')
      .trimEnd();
  const sections = [...new Set(rows.map(({ section }) => section))];
  const body = sections.flatMap((section) => [
    '',
    section,
    ...rows.filter((row) => row.section === section).flatMap((row) => [line(columns.map(([, text]) => text(row))), ...detailOf(row)]),
  ]);
  return [line(columns.map(([title]) => title)), ...body].join('\n');
}

function detailOf({ detail }: BenchRow): string[] {
  return detail ? detail.split('\n').map((text) => `    ${text}`) : [];
}
