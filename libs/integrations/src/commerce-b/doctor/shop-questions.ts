import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { credentialText } from '../../mapping/credentials';
import { inTurn, once, timed } from '../../shop-doctor/check';
import type { ListPage, ShopLists } from '../../shop-doctor/list-checks';
import type { StoreHttp } from '../../store-http/store-http';
import type { StoreReply } from '../../store-http/store-reply';
import type { CommerceBSettings } from '../settings';
import { changesPath, shopBaseOf } from '../shop-base';
import type { Webservice } from '../webservice';
import { readList, type ReadList } from './read-list';

export interface ListResponse extends ListPage, ReadList {
  resource: string;
}

/** The doctor's requests. */
export class ShopQuestions implements ShopLists {
  readonly place = 'the web service (/api/)';
  readonly shops = once(() => this.list('shops', { display: 'full' }));
  readonly firstPage = once((capability: SystemCapability) => this.firstPageAgain(capability));

  constructor(
    private readonly http: StoreHttp,
    private readonly webservice: Webservice,
    readonly settings: CommerceBSettings,
    readonly connection: IntegrationConnection,
  ) {}

  /** The same request as an export's. */
  firstPageAgain(capability: SystemCapability): Promise<ListResponse> {
    return this.#page(capability, 0);
  }

  secondPage(capability: SystemCapability): Promise<ListResponse> {
    return this.#page(capability, this.settings.perPage);
  }

  firstRecord(capability: SystemCapability): Promise<ListResponse> {
    return this.firstIds(capability, 1);
  }

  firstIds(capability: SystemCapability, count: number): Promise<ListResponse> {
    return this.list(capability, { display: '[id]', sort: '[id_ASC]', limit: `0,${count}` });
  }

  firstRows(resources: readonly string[]): Promise<ListResponse[]> {
    return inTurn(resources, (resource) => this.list(resource, { limit: '0,1' }));
  }

  setting(name: string): Promise<ListResponse> {
    return this.list('configurations', { 'filter[name]': `[${name}]`, display: 'full' });
  }

  /** The module's list of changes, without rows. */
  changes(): Promise<StoreReply> {
    const { tenantId, driver: platform, baseUrl } = this.connection;
    return this.http.send({
      baseUrl: shopBaseOf(baseUrl),
      tenantId,
      platform,
      path: `${changesPath}&since=&limit=1`,
      headers: { 'X-Service-Connector-Key': credentialText(this.connection, 'api_key') },
      what: 'the list of changes',
      deadlineMs: this.settings.verifyDeadlineMs,
    });
  }

  async list(resource: string, parameters: Readonly<Record<string, string>>): Promise<ListResponse> {
    const request = { resource, parameters, what: `the list of ${resource}` };
    const { outcome: reply, tookMs } = await timed(() => this.webservice.ask(this.connection, request));
    return { reply, tookMs, resource, ...readList(reply, request, shopBaseOf(this.connection.baseUrl)) };
  }

  #page(capability: SystemCapability, offset: number): Promise<ListResponse> {
    return this.list(capability, { display: 'full', sort: '[id_ASC]', limit: `${offset},${this.settings.perPage}` });
  }
}
