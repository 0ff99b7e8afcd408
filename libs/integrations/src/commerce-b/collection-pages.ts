import { UnpagedListException, type ExportRequest, type IntegrationConnection } from '@sync/integration-contract';
import { asRow, sourceId } from '../mapping/platform-values';
import { atOnceOrInPieces } from './at-once-or-in-pieces';
import { isUnknownField } from './refusal';
import type { RunMemory } from '../runs/run-memory';
import type { CommerceBSettings } from './settings';
import type { Webservice } from './webservice';

const maxPerPage = 500;
/** Rows of a page of ids, which are small. */
export const idsPerPage = 1_000;

/** Fetches the platform's collections by offset and count, sorted by id. */
export class CollectionPages {
  constructor(
    private readonly webservice: Webservice,
    private readonly settings: CommerceBSettings,
  ) {}

  /** The page size to use instead of an unsupported one. */
  sizeFor({ content }: ExportRequest, perPage: number): number {
    const [usual, maximum] = content === 'ids' ? [idsPerPage, idsPerPage] : [this.settings.perPage, maxPerPage];
    return Number.isInteger(perPage) && perPage >= 1 && perPage <= maximum ? perPage : usual;
  }

  async fetch(
    connection: IntegrationConnection,
    request: ExportRequest,
    { page, perPage }: { page: number; perPage: number },
    memory: RunMemory,
  ): Promise<unknown[]> {
    let isAtEnd = false;
    return atOnceOrInPieces(perPage, memory, async (from, count) => {
      const offset = (page - 1) * perPage + from;
      const rows = isAtEnd ? [] : await this.#list(connection, request, { offset, count, what: `${request.capability} page ${page}` });
      isAtEnd = rows.length === 0;
      return rows;
    });
  }

  /** A version that does not know one of the fields rejects the request. Then the ids alone are asked for. */
  async #list(
    connection: IntegrationConnection,
    { capability, content }: ExportRequest,
    { offset, count, what }: { offset: number; count: number; what: string },
  ): Promise<unknown[]> {
    const display = content !== 'ids' ? 'full' : capability === 'customers' ? '[id,deleted]' : '[id]';
    const rowsWith = (fields: string): Promise<unknown[]> => {
      // Without `display` the platform returns only ids, and without `sort` an undefined order.
      const parameters = { display: fields, sort: '[id_ASC]', limit: `${offset},${count}` };
      return this.webservice.rows(connection, { resource: capability, parameters, what });
    };
    const rows = await rowsWith(display).catch((error: unknown) => {
      if (content === 'ids' && isUnknownField(error)) return rowsWith('[id]');
      throw error;
    });
    if (rows.length <= count) return rows;
    throw new UnpagedListException(
      `The shop responded to ${what} with more rows than asked for: it does not page, or a cache in front of it ignores the address's query.`,
    );
  }
}

/** Throws if a page repeats the one before: a response that ignores the offset would never end. */
export class PageSequence {
  #previous = '';

  check(rows: readonly unknown[]): void {
    const ids = rows.map((row) => sourceId(asRow(row)?.id)).join();
    if (ids !== '' && ids === this.#previous)
      throw new UnpagedListException(
        "The shop returned the same page for every page number: a cache in front of it ignores the address's query.",
      );
    this.#previous = ids;
  }
}
