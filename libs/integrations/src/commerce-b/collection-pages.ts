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
/** Into how many requests a page is cut that the shop cannot answer at once. */
const pieces = 5;
/** After so many such pages of a run the others are no longer asked for at once. */
const isUsual = 2;

/** The three collections of the platform by offset and count, in the order of their ids. */
export class CollectionPages {
  constructor(
    private readonly webservice: Webservice,
    private readonly settings: CommerceBSettings,
  ) {}

  /** Page size to use for one that is asked for. */
  sizeFor(perPage: number): number {
    return Number.isInteger(perPage) && perPage >= 1 && perPage <= maxPerPage ? perPage : this.settings.perPage;
  }

  /** Large rows can be more than a shop has memory for, or than an answer may hold: such a page is asked for in pieces. */
  async fetch(
    connection: IntegrationConnection,
    capability: SystemCapability,
    { page, perPage }: { page: number; perPage: number },
    memory: RunMemory,
  ): Promise<unknown[]> {
    const offset = (page - 1) * perPage;
    const what = `${capability} page ${page}`;
    if (memory.pagesInPieces < isUsual) {
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

  /** "The probe derives the page count from one unpaginated id listing." */
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

  /** Of a shop whose ids alone are too much for one answer: halves what lies between a page that is there and one that is not. */
  async #searchLastPage(connection: IntegrationConnection, capability: SystemCapability): Promise<number> {
    const { perPage, maxPages } = this.settings;
    let there = 0;
    for (let notThere = maxPages + 2; notThere - there > 1;) {
      const page = Math.floor((there + notThere) / 2);
      const parameters = { sort: '[id_ASC]', limit: `${(page - 1) * perPage},1` };
      const found = await this.webservice.rows(connection, { resource: capability, parameters, what: `the number of ${capability}` });
      if (found.length > 0) there = page;
      else notThere = page;
    }
    return there;
  }

  /** Without `display` only ids would come, without `sort` the order would be the database's mood. */
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
    throw new InvalidIntegrationResponseException(`The shop answered ${what} with more rows than asked for: it does not page.`);
  }
}

/** Raises for a page that is the one before it over again: whoever answers does not look at what is asked, and would never end. */
export class PageSequence {
  #before = '';

  check(rows: readonly unknown[], page: number): void {
    const ids = rows.map((row) => sourceId(asRow(row)?.id)).join();
    if (ids !== '' && ids === this.#before)
      throw new InvalidIntegrationResponseException(
        `The shop answered page ${page} with the rows of the page before it: it does not page.`,
      );
    this.#before = ids;
  }
}

/** A shop that runs out of memory says 500 and nothing else; an answer above the limit is cut off, and has no status then. */
function isTooMuchAtOnce(error: unknown): boolean {
  if (!(error instanceof IntegrationRequestException)) return false;
  return error.status === 500 || (error instanceof InvalidIntegrationResponseException && error.status === null);
}
