import type { SystemCapability } from '@sync/records';
import { InvalidIntegrationResponseException, type ExportRequest, type IntegrationConnection } from '@sync/integration-contract';
import { credentialText } from '../mapping/credentials';
import { idChunks } from '../mapping/id-chunks';
import { rowsAskedFor } from '../mapping/listed-rows';
import { asRow } from '../mapping/platform-values';
import { requestedAt } from '../store-http/requested-at';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import { isTrashed, reasonToLeaveOut } from './left-out';
import { isShortList, listedFields } from './listed-fields';
import { exportInstant, modifiedAfterParameter } from './modified-after';
import type { CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';

export const defaultPerPage = 50;
/** The platform rejects larger pages. */
export const maxPerPage = 100;

export interface PlatformPage {
  rows: unknown[];
  totalPages: number;
  /** Rows of the whole collection; null: unknown, or inconsistent with the number of pages. */
  total: number | null;
  /** As reported by the shop; null: unknown, as always beyond the end. */
  pages: number | null;
  /** When the page was requested by the shop's clock, in epoch milliseconds. */
  requestedAt: number;
  warnings?: string[];
}

/** Rows of a page: a few fields are small. */
export function usualPerPage(request: ExportRequest): number {
  return isShortList(request) ? maxPerPage : defaultPerPage;
}

/** Fetches the platform's collections page by page. */
export class PlatformPages {
  constructor(
    private readonly http: StoreHttp,
    private readonly settings: CommerceASettings,
  ) {}

  async fetch(
    connection: IntegrationConnection,
    request: ExportRequest,
    page: number,
    perPage: number = usualPerPage(request),
  ): Promise<PlatformPage> {
    const size = Number.isInteger(perPage) && perPage >= 1 && perPage <= maxPerPage ? perPage : usualPerPage(request);
    const startedAt = Date.now();
    const path = `${request.capability}?${this.#parameters(request, page, size)}`;
    const reply = await this.#send(connection, path, `${request.capability} page ${page}`);
    const rows = reply.requireSuccess().rows();
    const totalPages = this.#totalPages(reply);
    const fetched = {
      rows,
      totalPages: totalPages ?? 1,
      requestedAt: requestedAt(reply, startedAt),
      ...this.#size(reply, totalPages, size),
    };
    if (rows.length === 0 && page > 1) return { ...fetched, total: null, pages: null };
    if (totalPages !== null || page !== 1 || rows.length < size) return fetched;
    const warning = `The shop does not say how many pages of ${request.capability} there are, and the first one is full: there may be more than was fetched.`;
    return { ...fetched, warnings: [warning] };
  }

  /** The rows with these ids that the shop's list shows: it has the same filters as an export. */
  async fetchSome(connection: IntegrationConnection, capability: SystemCapability, ids: readonly string[]): Promise<unknown[]> {
    const rows: unknown[] = [];
    const what = `some of its ${capability}`;
    for (const chunk of idChunks(ids, maxPerPage)) {
      const reply = await this.#send(connection, `${capability}?include=${chunk.join()}&per_page=${maxPerPage}`, what);
      rows.push(...rowsAskedFor(reply.requireSuccess().rows(), chunk, what));
    }
    return rows.filter((row) => isListed(capability, row));
  }

  #send(connection: IntegrationConnection, path: string, what: string): Promise<StoreReply> {
    const { restPath, pageDeadlineMs } = this.settings;
    return this.http.send({
      baseUrl: storeBaseOf(connection.baseUrl, this.settings),
      tenantId: connection.tenantId,
      connectionId: connection.id,
      platform: connection.driver,
      path: `${restPath}/${path}`,
      auth: { user: credentialText(connection, 'consumer_key'), password: credentialText(connection, 'consumer_secret') },
      what,
      deadlineMs: pageDeadlineMs * (connection.timeoutFactor ?? 1),
      isBulk: true,
    });
  }

  /** A list of whole rows is asked for with exactly page, per_page and modified_after: hosts cache and filter by known parameters. */
  #parameters(request: ExportRequest, page: number, perPage: number): string {
    const { modifiedAfter } = request;
    const parameters = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (modifiedAfter !== null) parameters.set('modified_after', modifiedAfterParameter(exportInstant(modifiedAfter)));
    if (isShortList(request)) parameters.set('_fields', listedFields(request));
    return parameters.toString();
  }

  /** Null without such a header, which means 1 page. 0 means an empty collection. */
  #totalPages(reply: StoreReply): number | null {
    const text = firstPresent(reply, this.settings.totalPagesHeaders);
    if (text === undefined) return null;
    if (!/^\d+$/.test(text))
      throw new InvalidIntegrationResponseException('The shop gave a total number of pages that is not a number.', {
        status: reply.status,
      });
    return Math.min(Number(text), this.settings.maxPages);
  }

  /** The header for rows is named after the one for pages: X-WP-Total and X-WP-TotalPages. */
  #size(reply: StoreReply, pages: number | null, perPage: number): { total: number | null; pages: number | null } {
    const ofRows = this.settings.totalPagesHeaders.filter((name) => /pages$/i.test(name)).map((name) => name.slice(0, -'pages'.length));
    const text = firstPresent(reply, ofRows) ?? '';
    const total = /^\d{1,15}$/.test(text) ? Number(text) : null;
    return { total: total !== null && Math.ceil(total / perPage) === pages ? total : null, pages };
  }
}

function isListed(capability: SystemCapability, value: unknown): boolean {
  const row = asRow(value);
  return row === null || !(isTrashed(row) || reasonToLeaveOut(capability, row) !== null);
}

function firstPresent(reply: StoreReply, names: readonly string[]): string | undefined {
  return names.map((name) => reply.header(name)?.trim() ?? '').find((value) => value !== '');
}
