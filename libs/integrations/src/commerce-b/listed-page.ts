import type { ListedPage, ListState } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { idMark, listedRows, newestMark } from '../mapping/listed-rows';
import { asRow, sourceId } from '../mapping/platform-values';
import { isLeftOut } from './left-out';

/** Pages are sorted by id and ids increase, so new rows are appended. No page reports the length of the list. */
export function listedPage(capability: SystemCapability, rows: readonly unknown[]): ListedPage {
  const listed = listedRows(
    rows,
    (_row, id) => idMark(id),
    (row) => isLeftOut(capability, row),
  );
  return { total: null, pages: null, rows: listed };
}

export function listStateOf(rows: readonly unknown[]): ListState {
  return { total: rows.length, newest: newestMark(rows.map((row) => idMark(sourceId(asRow(row)?.id)))) };
}

/** The ids of all rows that count as existing. */
export function keysOf(capability: SystemCapability, rows: readonly unknown[]): string[] {
  return rows.flatMap((value) => {
    const row = asRow(value);
    const id = sourceId(row?.id);
    return row === null || id === null || isLeftOut(capability, row) ? [] : id;
  });
}
