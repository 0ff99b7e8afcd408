import type { TenantVerdict } from './tenant-verdict';

const columns: readonly [heading: string, cell: (verdict: TenantVerdict) => string][] = [
  ['tenant', ({ tenant }) => tenant],
  ['role', ({ role }) => role],
  ['webhooks accepted', ({ accepted }) => String(accepted)],
  ['took effect', ({ effected }) => String(effected)],
  ['runs', ({ runs }) => String(runs)],
  ['succeeded', ({ succeeded }) => String(succeeded)],
  ['records', ({ records }) => String(records)],
  ['read from the feed', ({ read }) => String(read)],
  ['exported beside attackers', ({ isServed }) => (isServed === null ? '' : isServed ? 'yes' : 'NO')],
  ['verdict', ({ wrongs }) => (wrongs.length === 0 ? 'right' : `WRONG (${wrongs.length})`)],
];

/** A line for each tenant, below a line of headings. */
export function tableOf(verdicts: readonly TenantVerdict[]): string[] {
  const rows = [columns.map(([heading]) => heading), ...verdicts.map((verdict) => columns.map(([, cell]) => cell(verdict)))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
