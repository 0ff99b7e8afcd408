import { InvalidIntegrationResponseException, type ExportRequest, type IntegrationConnection } from '@sync/integration-contract';
import { askedAt } from '../store-http/asked-at';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import { credential } from './credentials';
import { asInstant, modifiedAfterParameter } from './modified-after';
import type { CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';

/** The specification's per_page; the platform refuses more than 100. */
export const defaultPerPage = 50;
const maxPerPage = 100;

export interface PlatformPage {
  rows: unknown[];
  totalPages: number;
  /** Rows of the whole collection; null: the shop does not say, or says something that its number of pages belies. */
  total: number | null;
  /** As the shop says; null: it does not, or forgets it beyond the end. */
  pages: number | null;
  /** When it was asked, by the shop's own clock as far as it shows it; epoch milliseconds. */
  askedAt: number;
  warnings?: string[];
}

/** The three collections of the platform, page by page. */
export class PlatformPages {
  constructor(
    private readonly http: StoreHttp,
    private readonly settings: CommerceASettings,
  ) {}

  async fetch(
    connection: IntegrationConnection,
    request: ExportRequest,
    page: number,
    perPage: number = defaultPerPage,
  ): Promise<PlatformPage> {
    const { restPath, pageDeadlineMs } = this.settings;
    const size = Number.isInteger(perPage) && perPage >= 1 && perPage <= maxPerPage ? perPage : defaultPerPage;
    const begun = Date.now();
    const reply = await this.http.send({
      baseUrl: storeBaseOf(connection.baseUrl, this.settings),
      path: `${restPath}/${request.capability}?${this.#parameters(request, page, size)}`,
      auth: { user: credential(connection, 'consumer_key'), password: credential(connection, 'consumer_secret') },
      what: `${request.capability} page ${page}`,
      deadlineMs: pageDeadlineMs,
    });
    const rows = reply.requireSuccess().rows();
    const totalPages = this.#totalPages(reply);
    const fetched = { rows, totalPages: totalPages ?? 1, askedAt: askedAt(reply, begun), ...this.#size(reply, totalPages, size) };
    if (rows.length === 0 && page > 1) return { ...fetched, total: null, pages: null };
    if (totalPages !== null || page !== 1 || rows.length < size) return fetched;
    const warning = `The shop does not say how many pages of ${request.capability} there are, and the first one is full: there may be more than was fetched.`;
    return { ...fetched, warnings: [warning] };
  }

  /** Exactly page, per_page and modified_after: hosts cache and filter by known parameters. */
  #parameters({ modifiedAfter }: ExportRequest, page: number, perPage: number): string {
    const parameters = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (modifiedAfter !== null) parameters.set('modified_after', modifiedAfterParameter(asInstant(modifiedAfter)));
    if (this.settings.stableOrder) {
      parameters.set('orderby', 'id');
      parameters.set('order', 'asc');
    }
    return parameters.toString();
  }

  /** Null when no header says it: "An absent or empty header means 1 page." 0 is an empty collection. */
  #totalPages(reply: StoreReply): number | null {
    const text = firstPresent(reply, this.settings.totalPagesHeaders);
    if (text === undefined) return null;
    if (!/^\d+$/.test(text))
      throw new InvalidIntegrationResponseException('The shop gave a total number of pages that is not a number.', {
        status: reply.status,
      });
    return Math.min(Number(text), this.settings.maxPages);
  }

  /** The number of rows stands beside that of pages: X-WP-Total beside X-WP-TotalPages. */
  #size(reply: StoreReply, pages: number | null, perPage: number): { total: number | null; pages: number | null } {
    const ofRows = this.settings.totalPagesHeaders.filter((name) => /pages$/i.test(name)).map((name) => name.slice(0, -'pages'.length));
    const text = firstPresent(reply, ofRows) ?? '';
    const total = /^\d{1,15}$/.test(text) ? Number(text) : null;
    return { total: total !== null && Math.ceil(total / perPage) === pages ? total : null, pages };
  }
}

function firstPresent(reply: StoreReply, names: readonly string[]): string | undefined {
  return names.map((name) => reply.header(name)?.trim() ?? '').find((value) => value !== '');
}
