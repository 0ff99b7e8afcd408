import type { ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { parseModifiedAfter } from '../mapping/modified-after';
import { asRow, sourceId } from '../mapping/platform-values';
import { isLeftOut } from './left-out';
import { Lookups } from './lookups';
import { idsPerRequest, type RowsById } from './rows-by-id';
import type { RunMemory } from './run-memory';
import { isModifiedAfter } from './shop-dates';
import type { Webservice } from './webservice';

/** Ids that a page of a delta covers. Pages by offset have another size, which tells the two kinds apart. */
export const idsPerDeltaPage = idsPerRequest;
/** Longer ids would give numbers of pages beyond 32 bits. */
const pageableId = /^\d{1,11}$/;

/**
 * The pages of a delta: page n is the rows with ids from (n - 1) * 60 + 1 to n * 60. Rows that are deleted meanwhile shift no such
 * page, unlike one by offset, and any process can read it without what the probe knew.
 */
export class DeltaPages {
  constructor(
    private readonly webservice: Webservice,
    private readonly rowsById: RowsById,
  ) {}

  isPage({ modifiedAfter, content }: ExportRequest, perPage: number): boolean {
    return modifiedAfter !== null && content !== 'ids' && perPage === idsPerDeltaPage;
  }

  /** The pages that hold changed rows, ascending. Null: the rows do not tell which of them have changed. */
  async withChanges(
    rows: readonly unknown[],
    connection: IntegrationConnection,
    { capability, modifiedAfter }: ExportRequest,
    memory: RunMemory,
  ): Promise<number[] | null> {
    if (rows.length === 0) return [];
    const { zone } = await new Lookups(this.webservice, connection, memory).setup();
    const instant = parseModifiedAfter(modifiedAfter ?? '');
    const pages = new Set<number>();
    for (const value of rows) {
      const row = asRow(value);
      const id = sourceId(row?.id) ?? '';
      if (!row || !pageableId.test(id) || !Object.hasOwn(row, 'date_upd')) return null;
      if (!isLeftOut(capability, row) && isModifiedAfter(row, instant, zone)) pages.add(Math.ceil(Number(id) / idsPerDeltaPage));
    }
    return [...pages].sort((one, other) => one - other);
  }

  fetch(connection: IntegrationConnection, capability: SystemCapability, page: number, memory: RunMemory): Promise<unknown[]> {
    const before = (page - 1) * idsPerDeltaPage;
    const ids = Array.from({ length: idsPerDeltaPage }, (_, index) => String(before + index + 1));
    return this.rowsById.fetch(connection, capability, { ids, what: `${capability} page ${page}` }, memory);
  }
}
