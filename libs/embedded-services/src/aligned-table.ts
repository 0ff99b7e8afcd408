export type Column<T> = readonly [heading: string, cell: (row: T) => string];

/** A line for each row, below a line of headings. */
export function alignedTable<T>(columns: readonly Column<T>[], rows: readonly T[]): string[] {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
