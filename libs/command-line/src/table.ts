const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Width in terminal columns: East Asian characters and emoji take two, combining marks none. */
export function columns(text: string): number {
  return [...text.replace(/\p{M}/gu, '')].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
}

/** Cuts text to the width, with an ellipsis. */
export function shortened(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (columns(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

export interface Column {
  title: string;
  right?: boolean;
}

/** Lines of a table. A null row becomes a horizontal rule. */
export function tableLines(header: readonly Column[], rows: readonly (readonly string[] | null)[]): string[] {
  const widths = header.map(({ title }, i) => Math.max(columns(title), ...rows.map((row) => (row ? columns(row[i] ?? '') : 0))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        header[i]?.right ? ' '.repeat((widths[i] ?? 0) - columns(cell)) + cell : cell + ' '.repeat((widths[i] ?? 0) - columns(cell)),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return [line(header.map(({ title }) => title)), rule, ...rows.map((row) => (row ? line(row) : rule))];
}
