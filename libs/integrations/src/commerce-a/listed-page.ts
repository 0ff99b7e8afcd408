import type { ExportRequest, ListedPage, ListState } from '@sync/integration-contract';
import { idMark, listedRows, newestMark } from '../mapping/listed-rows';
import type { PlatformRow } from '../mapping/platform-values';
import { reasonToLeaveOut } from './left-out';
import { isFiltered } from './listed-fields';
import type { PlatformPage } from './platform-pages';
import { utcMilliseconds } from '../mapping/utc-time';

/** The platform's times have a resolution of one second; within a second, ids increase. */
function secondOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/**
 * A row enters a delta list when it is modified, any other list when it is created. Customers are never filtered. A row without a
 * UTC time counts as always there.
 */
function markOf(request: ExportRequest): (row: PlatformRow, id: string | null) => string {
  const isDelta = isFiltered(request);
  return (row, id) => {
    const since = utcMilliseconds((isDelta ? row.date_modified_gmt : null) ?? row.date_created_gmt);
    return since === null ? '' : `${secondOf(since)} ${idMark(id)}`;
  };
}

export function listedPage(request: ExportRequest, { rows, total, pages }: PlatformPage): ListedPage {
  const isLeftOut = (row: PlatformRow): boolean => reasonToLeaveOut(request.capability, row) !== null;
  return { total, pages, rows: listedRows(rows, markOf(request), isLeftOut) };
}

/**
 * Derived from the first page: its rows were in the list, and so were rows older than the request by the shop's clock. A row in
 * between may count as later, which only costs an unnecessary rescan.
 */
export function listState(request: ExportRequest, first: PlatformPage): ListState {
  const { total, rows } = listedPage(request, first);
  return { total, newest: newestMark([secondOf(first.requestedAt), ...rows.map(({ mark }) => mark)]) };
}
