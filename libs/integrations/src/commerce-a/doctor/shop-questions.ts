import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { credentialText } from '../../mapping/credentials';
import { asRow } from '../../mapping/platform-values';
import { once, timed } from '../../shop-doctor/check';
import type { ListPage, ShopLists } from '../../shop-doctor/list-checks';
import { jsonIn } from '../../shop-doctor/response-verdicts';
import type { StoreHttp } from '../../store-http/store-http';
import { defaultPerPage } from '../platform-pages';
import type { CommerceASettings } from '../settings';
import { storeBaseOf } from '../store-base';

export interface ShopResponse extends ListPage {
  /** Undefined if it is not JSON. */
  body: unknown;
}

/** The doctor's requests. */
export class ShopQuestions implements ShopLists {
  readonly storeBase: string;
  readonly place: string;
  readonly restRoot = once(() => this.#ask('wp-json/', 'the root of its interface'));
  readonly firstPage = once((capability: SystemCapability) => this.firstPageAgain(capability));

  constructor(
    private readonly http: StoreHttp,
    readonly settings: CommerceASettings,
    readonly connection: IntegrationConnection,
  ) {
    this.storeBase = storeBaseOf(connection.baseUrl, settings);
    this.place = `the REST API (/${settings.restPath}/)`;
  }

  /** The same request as an export's. */
  firstPageAgain(capability: SystemCapability): Promise<ShopResponse> {
    return this.#list(capability, {});
  }

  secondPage(capability: SystemCapability): Promise<ShopResponse> {
    return this.#list(capability, { page: '2' });
  }

  firstRecord(capability: SystemCapability): Promise<ShopResponse> {
    return this.#list(capability, { per_page: '1' });
  }

  modifiedAfter(capability: SystemCapability, modified_after: string): Promise<ShopResponse> {
    return this.#list(capability, { modified_after });
  }

  webhooks(): Promise<ShopResponse> {
    return this.#ask(`${this.settings.restPath}/webhooks?per_page=100`, 'its webhooks');
  }

  connectivity(): Promise<ShopResponse> {
    const path = `${this.settings.pluginRestPath}/connectivity-check`;
    const body = { connection_token: credentialText(this.connection, 'connection_token'), connection_id: this.connection.id };
    return this.#ask(path, 'the connectivity check', body);
  }

  #list(capability: SystemCapability, further: Readonly<Record<string, string>>): Promise<ShopResponse> {
    const parameters = new URLSearchParams({ page: '1', per_page: String(defaultPerPage), ...further });
    return this.#ask(`${this.settings.restPath}/${capability}?${parameters}`, `${capability} page 1`);
  }

  /** With a body, the credentials are in it. */
  async #ask(path: string, what: string, sent?: Readonly<Record<string, unknown>>): Promise<ShopResponse> {
    const { connection, settings, storeBase: baseUrl } = this;
    const { tenantId, driver: platform } = connection;
    const auth = { user: credentialText(connection, 'consumer_key'), password: credentialText(connection, 'consumer_secret') };
    const request = { baseUrl, tenantId, platform, path, what, deadlineMs: settings.pageDeadlineMs };
    const { outcome: reply, tookMs } = await timed(() => this.http.send(sent ? { ...request, body: sent } : { ...request, auth }));
    const body = jsonIn(reply);
    const rows = Array.isArray(body) ? body.map(asRow).filter((row) => row !== null) : [];
    return { reply, body, rows, tookMs };
  }
}
