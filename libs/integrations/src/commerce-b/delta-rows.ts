import type { ExportRequest, IntegrationConnection, PageRange } from '@sync/integration-contract';
import { parseModifiedAfter } from '../mapping/modified-after';
import { asRow, sourceId } from '../mapping/platform-values';
import { isLeftOut } from './left-out';
import { Lookups } from './lookups';
import { idsPerRequest } from './rows-by-id';
import { isPageableId } from '../runs/changes-list';
import type { RunMemory } from '../runs/run-memory';
import { isModifiedAfter } from './shop-dates';
import type { Webservice } from './webservice';

/** Ids that a page of a delta covers. Pages by offset have another size, which tells the two kinds apart. */
export const idsPerDeltaPage = idsPerRequest;

export function isDeltaPage({ modifiedAfter, content }: ExportRequest, perPage: number): boolean {
  return modifiedAfter !== null && content !== 'ids' && perPage === idsPerDeltaPage;
}

/**
 * The ids that a page is read by: those that the request names, else an interval of them, (n - 1) * 60 + 1 to n * 60. Rows that are
 * deleted meanwhile shift no such page, unlike one by offset, and any process can read it without what the probe knew.
 */
export function idsOfPage({ sourceIds }: ExportRequest, { startPage, perPage }: PageRange, page: number): string[] {
  if (sourceIds) return sourceIds.slice((page - startPage) * perPage, (page - startPage + 1) * perPage);
  return Array.from({ length: idsPerDeltaPage }, (_, index) => String((page - 1) * idsPerDeltaPage + index + 1));
}

/** Finds what a delta has to read. */
export class DeltaRows {
  constructor(private readonly webservice: Webservice) {}

  /** The ids of the rows that may have changed, ascending. Null: the rows do not show which of them have. */
  async changed(
    rows: readonly unknown[],
    connection: IntegrationConnection,
    { capability, modifiedAfter }: ExportRequest,
    memory: RunMemory,
  ): Promise<string[] | null> {
    if (rows.length === 0) return [];
    const { zone } = await new Lookups(this.webservice, connection, memory).setup();
    const instant = parseModifiedAfter(modifiedAfter ?? '');
    const changed: string[] = [];
    for (const value of rows) {
      const row = asRow(value);
      const id = sourceId(row?.id) ?? '';
      if (!row || !isPageableId(id) || !Object.hasOwn(row, 'date_upd')) return null;
      if (!isLeftOut(capability, row) && isModifiedAfter(row, instant, zone)) changed.push(id);
    }
    return changed.sort((one, other) => Number(one) - Number(other));
  }
}
