import type { ExportRequest, ListedPage, ListState } from '@sync/integration-contract';
import { idMark, listedRows, newestMark } from '../mapping/listed-rows';
import type { PlatformRow } from '../mapping/platform-values';
import type { PlatformPage } from './platform-pages';
import { utcMilliseconds } from './record-dates';

/** The platform tells times by the second; within one, its ids go up. */
function secondOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/**
 * A list of changes holds what was modified, any other list what was created. Customers come whatever modified_after says. A
 * row that does not say when in UTC counts as one that was always there.
 */
function markOf({ capability, modifiedAfter }: ExportRequest): (row: PlatformRow, id: string | null) => string {
  const isOfChanges = modifiedAfter !== null && capability !== 'customers';
  return (row, id) => {
    const since = utcMilliseconds((isOfChanges ? row.date_modified_gmt : null) ?? row.date_created_gmt);
    return since === null ? '' : `${secondOf(since)} ${idMark(id)}`;
  };
}

export function listedPage(request: ExportRequest, { rows, total, pages }: PlatformPage): ListedPage {
  return { total, pages, rows: listedRows(rows, markOf(request)) };
}

/**
 * From the first page. What it shows was there, and so was what the shop's clock says is older than the request; between the two
 * a row may be taken for a later one, which costs a needless look and nothing else.
 */
export function listState(request: ExportRequest, first: PlatformPage): ListState {
  const { total, rows } = listedPage(request, first);
  return { total, newest: newestMark([secondOf(first.askedAt), ...rows.map(({ mark }) => mark)]) };
}
