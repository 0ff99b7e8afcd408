import { inVerdictColour, tableLines } from '@sync/command-line';
import { reachesGoal, round, type BenchRow, type ProcessorCost } from './measure';

const columns = [
  { title: 'what' },
  { title: 'figure', right: true },
  { title: 'compared with' },
  { title: 'ratio', right: true },
  { title: 'goal' },
  { title: '' },
  { title: 'processor time' },
];

const numberText = (value: number): string => round(value).toLocaleString('en');

function cellsOf(row: BenchRow): string[] {
  const { what, value, unit, against = '', limit, ratio, goal = '', processor, limitProcessor } = row;
  const reaches = reachesGoal(row);
  return [
    what,
    `${numberText(value)} ${unit}`,
    limit === undefined ? '' : `${against}: ${numberText(limit)}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    goal,
    reaches === null ? '' : reaches ? 'ok' : 'missed',
    [costOf(processor), costOf(limitProcessor)].filter(Boolean).join('; compared: '),
  ];
}

/** Empty where the system does not report processor time. */
function costOf(cost: ProcessorCost | undefined): string {
  const known = Object.entries(cost?.microseconds ?? {}).filter(([, microseconds]) => !Number.isNaN(microseconds));
  if (!cost || known.length === 0) return '';
  return `${known.map(([process, microseconds]) => `${process} ${numberText(microseconds)}`).join(' + ')} µs/${cost.per}`;
}

/** The rows as terminal tables, one for each section. The verdict has its colour, in a terminal. */
export function printTable(rows: readonly BenchRow[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))];
  const lines = sections.flatMap((section) => {
    const ofSection = rows.filter((row) => row.section === section);
    return ['', section, ...tableLines(columns, ofSection.map(cellsOf))];
  });
  const coloured = (line: string) =>
    line.replace(/ (ok|missed)(?= |$)/, (text, verdict: 'ok' | 'missed') => inVerdictColour(verdict, text));
  return lines.map(coloured).join('\n').trimStart();
}
