/** One page of a list with cursors. */
export interface Page<T> {
  data: T[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** Expects one row more than `limit`: its presence means that another page follows. */
export function pageOf<Row, T>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string, present: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(present), next_cursor: last !== undefined && rows.length > limit ? cursorOf(last) : null };
}
