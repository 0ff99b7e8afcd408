import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { credentialText } from '../../mapping/credentials';
import { asRow, sourceId, type PlatformRow } from '../../mapping/platform-values';
import { once } from '../../shop-doctor/observations';
import type { StoreHttp } from '../../store-http/store-http';
import type { StoreReply } from '../../store-http/store-reply';
import { defaultPerPage } from '../platform-pages';
import type { CommerceASettings } from '../settings';
import { storeBaseOf } from '../store-base';

export interface TimedReply {
  reply: StoreReply;
  tookMs: number;
}

/** The doctor's requests. Each first page is requested once, however many checks use it. */
export class ShopQuestions {
  readonly storeBase: string;
  readonly restRoot: () => Promise<TimedReply>;
  readonly firstPage: Readonly<Record<SystemCapability, () => Promise<TimedReply>>>;

  constructor(
    private readonly http: StoreHttp,
    readonly settings: CommerceASettings,
    readonly connection: IntegrationConnection,
  ) {
    this.storeBase = storeBaseOf(connection.baseUrl, settings);
    this.restRoot = once(() => this.ask('wp-json/', 'the root of its interface'));
    this.firstPage = {
      customers: once(() => this.list('customers')),
      products: once(() => this.list('products')),
      orders: once(() => this.list('orders')),
    };
  }

  /** The same request as an export's. */
  list(capability: SystemCapability, further: Readonly<Record<string, string>> = {}): Promise<TimedReply> {
    const parameters = new URLSearchParams({ page: '1', per_page: String(defaultPerPage), ...further });
    return this.ask(`${this.settings.restPath}/${capability}?${parameters}`, `${capability} page 1`);
  }

  webhooks(): Promise<TimedReply> {
    return this.ask(`${this.settings.restPath}/webhooks?per_page=100`, 'its webhooks');
  }

  connectivity(): Promise<TimedReply> {
    const path = `${this.settings.pluginRestPath}/connectivity-check`;
    const body = { connection_token: credentialText(this.connection, 'connection_token'), connection_id: this.connection.id };
    return this.ask(path, 'the connectivity check', body);
  }

  private async ask(path: string, what: string, body?: Readonly<Record<string, unknown>>): Promise<TimedReply> {
    const { connection, settings, storeBase } = this;
    const auth = { user: credentialText(connection, 'consumer_key'), password: credentialText(connection, 'consumer_secret') };
    const started = performance.now();
    const { tenantId, driver: platform } = connection;
    const request = { baseUrl: storeBase, tenantId, platform, path, what, deadlineMs: settings.pageDeadlineMs };
    const reply = await this.http.send(body ? { ...request, body } : { ...request, auth });
    return { reply, tookMs: Math.round(performance.now() - started) };
  }
}

/** The rows of a list; none if the body is something else. */
export function rowsIn(reply: StoreReply): PlatformRow[] {
  const body = jsonIn(reply);
  return Array.isArray(body) ? body.map(asRow).filter((row) => row !== null) : [];
}

export function idsIn(reply: StoreReply): string[] {
  return rowsIn(reply).flatMap(({ id }) => sourceId(id) ?? []);
}

export function jsonIn(reply: StoreReply): unknown {
  try {
    return reply.json();
  } catch {
    return undefined;
  }
}
