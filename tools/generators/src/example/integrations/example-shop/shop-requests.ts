import {
  InvalidIntegrationResponseException,
  VerificationResult,
  type ExportRequest,
  type IntegrationConnection,
  type ListedPage,
} from '@sync/integration-contract';
import { credentialText } from '../../../../../../libs/integrations/src/mapping/credentials';
import { listedRows } from '../../../../../../libs/integrations/src/mapping/listed-rows';
import { parseModifiedAfter } from '../../../../../../libs/integrations/src/mapping/modified-after';
import { asRow, count, sourceId } from '../../../../../../libs/integrations/src/mapping/platform-values';
import { utcMilliseconds } from '../../../../../../libs/integrations/src/mapping/utc-time';
import { requestedAt } from '../../../../../../libs/integrations/src/store-http/requested-at';
import type { StoreHttp } from '../../../../../../libs/integrations/src/store-http/store-http';
import type { StoreReply } from '../../../../../../libs/integrations/src/store-http/store-reply';

export const usualPerPage = 50;
/** Ends an export whose shop has ever more pages. */
export const maxPages = 20_000;
/** From resolving the host name to the last byte. */
const accountDeadlineMs = 10_000;
const pageDeadlineMs = 30_000;

interface ShopPage {
  rows: unknown[];
  list: ListedPage & { pages: number };
  /** By the shop's clock; epoch milliseconds. */
  requestedAt: number;
}

/** The requests to a shop: HTTP Basic with the key as user, no password. */
export class ShopRequests {
  constructor(private readonly http: StoreHttp) {}

  /** 200 verifies the key, 401 and 403 refuse it, anything else throws. */
  async account(connection: IntegrationConnection): Promise<VerificationResult> {
    const reply = await this.#get(connection, { path: 'api/account', what: 'the credential check', deadlineMs: accountDeadlineMs });
    if (reply.status === 401 || reply.status === 403) return VerificationResult.failure('The shop refuses the API key.');
    const { status } = reply.requireSuccess();
    const id = sourceId(asRow(reply.json())?.id);
    if (id !== null) return VerificationResult.success(id);
    throw new InvalidIntegrationResponseException('The response to the credential check does not name the account.', { status });
  }

  async page(
    connection: IntegrationConnection,
    { capability, modifiedAfter }: ExportRequest,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<ShopPage> {
    const parameters = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (modifiedAfter !== null) parameters.set('modified_after', new Date(parseModifiedAfter(modifiedAfter)).toISOString());
    const what = `${capability} page ${page}`;
    const begun = Date.now();
    const deadlineMs = pageDeadlineMs * (connection.timeoutFactor ?? 1);
    const reply = await this.#get(connection, { path: `api/${capability}?${parameters.toString()}`, what, deadlineMs });
    const { data: rows, total } = asRow(reply.requireSuccess().json()) ?? {};
    const known = count(total);
    if (!Array.isArray(rows) || known === null || known < 0)
      throw new InvalidIntegrationResponseException(`The response to ${what} is not a page.`, { status: reply.status });
    // A delta lists what was modified, a full export what was created.
    const since = modifiedAfter === null ? 'created_at' : 'updated_at';
    const pages = Math.ceil(known / perPage);
    const list = {
      // Null: more than an export fetches.
      total: pages <= maxPages ? known : null,
      pages: Math.min(pages, maxPages),
      rows: listedRows(rows, (row) => markOf(utcMilliseconds(row[since]))),
    };
    return { rows, list, requestedAt: requestedAt(reply, begun) };
  }

  #get(connection: IntegrationConnection, request: { path: string; what: string; deadlineMs: number }): Promise<StoreReply> {
    const { id: connectionId, baseUrl, tenantId, driver: platform } = connection;
    const auth = { user: credentialText(connection, 'api_key'), password: '' };
    return this.http.send({ connectionId, baseUrl, tenantId, platform, auth, ...request });
  }
}

/** Sorts rows by age. A row without a time counts as old. */
export function markOf(milliseconds: number | null): string {
  return milliseconds === null ? '' : new Date(milliseconds).toISOString();
}
