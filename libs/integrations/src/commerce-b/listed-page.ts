import type { ListedPage, ListState } from '@sync/integration-contract';
import { idMark, listedRows } from '../mapping/listed-rows';
import { asRow, sourceId } from '../mapping/platform-values';

/** Pages are sorted by id and ids increase, so new rows are appended. No page reports the length of the list. */
export function listedPage(rows: readonly unknown[]): ListedPage {
  return { total: null, pages: null, rows: listedRows(rows, (_row, id) => idMark(id)) };
}

export function listStateOf(ids: readonly unknown[]): ListState {
  let newest = '';
  for (const row of ids) {
    const mark = idMark(sourceId(asRow(row)?.id));
    if (mark > newest) newest = mark;
  }
  return { total: ids.length, newest };
}
