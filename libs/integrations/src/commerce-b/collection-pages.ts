import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  type BulkExportProbe,
  type IntegrationConnection,
  type ListState,
} from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { asRow, sourceId } from '../mapping/platform-values';
import { listStateOf } from './listed-page';
import type { RunMemory } from './run-memory';
import type { CommerceBSettings } from './settings';
import type { Webservice } from './webservice';

const maxPerPage = 500;
/** The number of requests for a page that the shop cannot return at once. */
const pieces = 5;
/** After this many such pages, a run requests all further pages in pieces. */
const maxFailedPages = 2;

/** Fetches the platform's collections by offset and count, sorted by id. */
export class CollectionPages {
  constructor(
    private readonly webservice: Webservice,
    private readonly settings: CommerceBSettings,
  ) {}

  /** The page size to use instead of an unsupported one. */
  sizeFor(perPage: number): number {
    return Number.isInteger(perPage) && perPage >= 1 && perPage <= maxPerPage ? perPage : this.settings.perPage;
  }

  /** A page of large rows can exceed the shop's memory or the maximum response size. Such a page is requested in pieces. */
  async fetch(
    connection: IntegrationConnection,
    capability: SystemCapability,
    { page, perPage }: { page: number; perPage: number },
    memory: RunMemory,
  ): Promise<unknown[]> {
    const offset = (page - 1) * perPage;
    const what = `${capability} page ${page}`;
    if (memory.pagesInPieces < maxFailedPages) {
      try {
        return await this.#list(connection, capability, offset, perPage, what);
      } catch (error) {
        if (!isTooMuchAtOnce(error) || perPage === 1) throw error;
      }
    }
    const rows: unknown[] = [];
    const size = Math.ceil(perPage / pieces);
    for (let from = 0; from < perPage; from += size) {
      const piece = await this.#list(connection, capability, offset + from, Math.min(size, perPage - from), what);
      if (piece.length === 0) break;
      rows.push(...piece);
    }
    memory.pagesInPieces += 1;
    return rows;
  }

  /** Counts pages with one unpaginated list of ids. */
  async probe(connection: IntegrationConnection, capability: SystemCapability): Promise<BulkExportProbe> {
    const { perPage, maxPages } = this.settings;
    const { pages, list } = await this.#countPages(connection, capability);
    if (pages <= maxPages) return { totalPages: pages, perPage, ...(list && { list }) };
    const warning = `The shop has more ${capability} than the ${maxPages * perPage} that an export fetches: those with the highest ids are left out.`;
    return { totalPages: maxPages, perPage, warnings: [warning] };
  }

  async #countPages(connection: IntegrationConnection, capability: SystemCapability): Promise<{ pages: number; list?: ListState }> {
    try {
      const ids = await this.webservice.rows(connection, { resource: capability, what: `the list of all ${capability}` });
      return { pages: Math.ceil(ids.length / this.settings.perPage), list: listStateOf(ids) };
    } catch (error) {
      if (!isTooMuchAtOnce(error)) throw error;
      return { pages: await this.#searchLastPage(connection, capability) };
    }
  }

  /** Binary search for the last page, for a shop that cannot return all ids at once. */
  async #searchLastPage(connection: IntegrationConnection, capability: SystemCapability): Promise<number> {
    const { perPage, maxPages } = this.settings;
    let existing = 0;
    for (let missing = maxPages + 2; missing - existing > 1;) {
      const page = Math.floor((existing + missing) / 2);
      const parameters = { sort: '[id_ASC]', limit: `${(page - 1) * perPage},1` };
      const found = await this.webservice.rows(connection, { resource: capability, parameters, what: `the number of ${capability}` });
      if (found.length > 0) existing = page;
      else missing = page;
    }
    return existing;
  }

  /** Without `display` the platform returns only ids, and without `sort` an undefined order. */
  async #list(
    connection: IntegrationConnection,
    capability: SystemCapability,
    offset: number,
    size: number,
    what: string,
  ): Promise<unknown[]> {
    const parameters = { display: 'full', sort: '[id_ASC]', limit: `${offset},${size}` };
    const rows = await this.webservice.rows(connection, { resource: capability, parameters, what });
    if (rows.length <= size) return rows;
    throw new InvalidIntegrationResponseException(`The shop responded to ${what} with more rows than asked for: it does not page.`);
  }
}

/** Throws if a page repeats the one before: a response that ignores the offset would never end. */
export class PageSequence {
  #previous = '';

  check(rows: readonly unknown[], page: number): void {
    const ids = rows.map((row) => sourceId(asRow(row)?.id)).join();
    if (ids !== '' && ids === this.#previous)
      throw new InvalidIntegrationResponseException(
        `The shop responded to page ${page} with the rows of the page before it: it does not page.`,
      );
    this.#previous = ids;
  }
}

/** A shop that runs out of memory returns a bare 500. A response above the size limit is aborted and has no status. */
function isTooMuchAtOnce(error: unknown): boolean {
  if (!(error instanceof IntegrationRequestException)) return false;
  return error.status === 500 || (error instanceof InvalidIntegrationResponseException && error.status === null);
}
