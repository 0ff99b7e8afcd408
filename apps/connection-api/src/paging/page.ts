/** One page of a cursor list. */
export interface Page<T> {
  data: T[];
  /** Null: nothing follows. */
  next_cursor: string | null;
}

/** From one row more than asked for, which tells whether any follow. */
export function pageOf<Row, T>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string, present: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(present), next_cursor: last !== undefined && rows.length > limit ? cursorOf(last) : null };
}
