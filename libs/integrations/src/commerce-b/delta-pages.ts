import { InvalidIntegrationResponseException, type ExportRequest, type IntegrationConnection } from '@sync/integration-contract';
import { parseModifiedAfter } from '../mapping/modified-after';
import { asRow, sourceId } from '../mapping/platform-values';
import { isLeftOut } from './left-out';
import type { Listing } from './listing';
import { Lookups } from './lookups';
import type { RowsById } from './rows-by-id';
import type { RunMemory } from './run-memory';
import { isModifiedAfter } from './shop-dates';
import type { Webservice } from './webservice';

/** Ids of changed rows by page, pages ascending. */
export type ChangedRows = ReadonlyMap<number, readonly string[]>;

/** Ids that a page of a delta covers. No page by offset has this size, so it tells the two kinds apart. */
export const idsPerDeltaPage = 250;
/** Longer ids would give numbers of pages beyond 32 bits. */
const pageableId = /^\d{1,11}$/;

/**
 * The pages of a delta. Page n covers the ids from (n - 1) * 250 to n * 250 - 1 and holds only their changed rows, which are read by
 * id. So rows that are deleted meanwhile shift no page, unlike with an offset.
 */
export class DeltaPages {
  constructor(
    private readonly webservice: Webservice,
    private readonly listing: Listing,
    private readonly rowsById: RowsById,
  ) {}

  isPage({ modifiedAfter, content }: ExportRequest, perPage: number): boolean {
    return modifiedAfter !== null && content !== 'ids' && perPage === idsPerDeltaPage;
  }

  /** Null: the rows do not tell which of them have changed. */
  async changedIn(
    rows: readonly unknown[],
    connection: IntegrationConnection,
    request: ExportRequest,
    memory: RunMemory,
  ): Promise<ChangedRows | null> {
    const { capability, modifiedAfter } = request;
    const { zone } = await new Lookups(this.webservice, connection, memory).setup();
    const instant = parseModifiedAfter(modifiedAfter ?? '');
    const pages = new Map<number, string[]>();
    for (const value of rows) {
      const row = asRow(value);
      const id = sourceId(row?.id) ?? '';
      if (!row || !pageableId.test(id) || !Object.hasOwn(row, 'date_upd')) return null;
      if (isLeftOut(capability, row) || !isModifiedAfter(row, instant, zone)) continue;
      const page = Math.floor(Number(id) / idsPerDeltaPage) + 1;
      const ids = pages.get(page);
      if (ids) ids.push(id);
      else pages.set(page, [id]);
    }
    memory.changedRows = Promise.resolve(pages);
    return new Map([...pages].sort(([one], [other]) => one - other));
  }

  /** The changed rows of a page that the shop still has. */
  async fetch(connection: IntegrationConnection, request: ExportRequest, page: number, memory: RunMemory): Promise<unknown[]> {
    const changed = await this.#changed(connection, request, memory);
    return this.rowsById.fetch(connection, request.capability, changed.get(page) ?? [], memory);
  }

  /** The probe's list, or another one if this process did not probe: rows that had changed by then still count as changed. */
  #changed(connection: IntegrationConnection, request: ExportRequest, memory: RunMemory): Promise<ChangedRows> {
    if (memory.changedRows) return memory.changedRows;
    const listing = this.#listAgain(connection, request, memory);
    memory.changedRows = listing;
    listing.catch(() => (memory.changedRows = null));
    return listing;
  }

  async #listAgain(connection: IntegrationConnection, request: ExportRequest, memory: RunMemory): Promise<ChangedRows> {
    const rows = await this.listing.of(connection, request);
    const changed = rows && (await this.changedIn(rows, connection, request, memory));
    if (changed) return changed;
    throw new InvalidIntegrationResponseException(`The shop no longer lists which of its ${request.capability} have changed.`);
  }
}
