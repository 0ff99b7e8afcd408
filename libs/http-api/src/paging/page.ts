import { readCursor, uuidShape, writeCursor } from './cursor';
import type { PageInput } from './page-input';

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

/**
 * A page of a list in the order of its ids. `read` begins behind `after`, and returns at most `limit` rows. `present` gets the rows of the
 * page, so that it can read for all of them at once. It may leave some out. Throws Problem for a cursor that is not of the list.
 */
export async function pageById<Row extends { id: string }, T>(
  list: string,
  { limit, cursor }: PageInput,
  read: (place: { after: string | null; limit: number }) => Promise<readonly Row[]>,
  present: (rows: Row[]) => T[] | Promise<T[]>,
): Promise<Page<T>> {
  const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
  const rows = await read({ after, limit: limit + 1 });
  const page = pageOf(
    rows,
    limit,
    ({ id }) => writeCursor(list, id),
    (row) => row,
  );
  return { ...page, data: await present(page.data) };
}
