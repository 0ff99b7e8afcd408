import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { asRow, sourceId, type PlatformRow } from '../../mapping/platform-values';
import { once } from '../../shop-doctor/observations';
import type { StoreHttp } from '../../store-http/store-http';
import type { StoreReply } from '../../store-http/store-reply';
import { credential } from '../credentials';
import { defaultPerPage } from '../platform-pages';
import type { CommerceASettings } from '../settings';
import { storeBaseOf } from '../store-base';

export interface Answer {
  reply: StoreReply;
  tookMs: number;
}

/** What the doctor asks a shop: with the connection's credentials, and each first page once however many checks look at it. */
export class ShopQuestions {
  readonly storeBase: string;
  readonly restRoot: () => Promise<Answer>;
  readonly firstPage: Readonly<Record<SystemCapability, () => Promise<Answer>>>;

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

  /** As an export asks. */
  list(capability: SystemCapability, further: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const parameters = new URLSearchParams({ page: '1', per_page: String(defaultPerPage), ...further });
    return this.ask(`${this.settings.restPath}/${capability}?${parameters}`, `${capability} page 1`);
  }

  webhooks(): Promise<Answer> {
    return this.ask(`${this.settings.restPath}/webhooks?per_page=100`, 'its webhooks');
  }

  connectivity(): Promise<Answer> {
    const path = `${this.settings.pluginRestPath}/connectivity-check`;
    const body = { connection_token: credential(this.connection, 'connection_token'), connection_id: this.connection.id };
    return this.ask(path, 'the connectivity check', body);
  }

  private async ask(path: string, what: string, body?: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { connection, settings, storeBase } = this;
    const auth = { user: credential(connection, 'consumer_key'), password: credential(connection, 'consumer_secret') };
    const started = performance.now();
    const request = { baseUrl: storeBase, path, what, deadlineMs: settings.pageDeadlineMs };
    const reply = await this.http.send(body ? { ...request, body } : { ...request, auth });
    return { reply, tookMs: Math.round(performance.now() - started) };
  }
}

/** The rows of a list; none when the body is something else. */
export function rowsIn(reply: StoreReply): PlatformRow[] {
  const body = jsonIn(reply);
  return Array.isArray(body) ? body.map(asRow).filter((row) => row !== null) : [];
}

/** Ids in the order of the list. */
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
