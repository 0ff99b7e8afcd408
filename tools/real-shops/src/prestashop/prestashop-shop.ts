import { randomBytes } from 'node:crypto';
import type { ExpectedRecords } from '../compare-records';
import type { Front } from '../front';
import { MariaDb } from '../mariadb';
import { phpSettings, runProgram } from '../programs';
import { inShop, prepare, type Capability, type Identity, type Shop, type ShopPlace } from '../shop';
import { expectedOfPrestaShop } from './expected';
import { computedAttributes } from './fields';
import { prestashopDatabase, PrestaShopTables } from './tables';

/** Signs in at the administration. */
export const ownersEmail = 'owner@shop.example';
/** A PrestaShop whose changes go through its own classes. It sends no webhooks. */
export class PrestaShopShop implements Shop {
  readonly unchecked = computedAttributes;
  readonly undated = null;
  readonly front: Front;

  private constructor(
    readonly name: string,
    readonly identity: Identity,
    readonly place: ShopPlace,
    readonly password: string,
  ) {
    this.front = place.front;
  }

  /** Installs it from a folder of sources with English and German, and fills it. */
  static async raise(place: ShopPlace, source: string, records: number): Promise<PrestaShopShop> {
    const { root, front } = place;
    await prepare(place, source, 'install/index_cli.php', prestashopDatabase);
    await inShop(root, 'prestashop/prepare');
    const password = randomBytes(16).toString('base64url');
    await runProgram('php', [...phpSettings, 'install/index_cli.php', ...installation(place, password)], root);
    const api_key = randomBytes(16).toString('hex').toUpperCase();
    const host = new URL(front.url).host;
    const { version } = await inShop<{ version: string }>(root, 'prestashop/settle', host, api_key);
    await inShop(root, 'prestashop/seed', host, String(Math.ceil(records / 3)));
    const identity: Identity = { system_slug: 'commerce_b', base_url: front.url, credentials: { api_key } };
    return new PrestaShopShop(`PrestaShop ${version}`, identity, place, password);
  }

  async expected(type: Capability): Promise<ExpectedRecords> {
    return expectedOfPrestaShop(type, await PrestaShopTables.read(this.place.database), this.front.url);
  }

  async changeOne(): Promise<void> {
    const local = new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' });
    await this.execute(`update ps_orders set payment = 'Changed once', date_upd = '${local}' order by id_order desc limit 1`);
  }

  async churn(round: number): Promise<number> {
    const { changes } = await inShop<{ changes: number }>(this.place.root, 'prestashop/churn', new URL(this.front.url).host, String(round));
    return changes;
  }

  async refuseKey(isRefused: boolean): Promise<void> {
    await this.execute(`update ps_webservice_account set active = ${isRefused ? 0 : 1}`);
  }

  async restrictKey(isRestricted: boolean): Promise<void> {
    const [from, to] = isRestricted ? ['orders', 'orders_taken'] : ['orders_taken', 'orders'];
    await this.execute(`update ps_webservice_permission set resource = '${to}' where resource = '${from}'`);
  }

  /** The maintenance mode of its pages leaves the webservice open, so the owner switches that off. */
  async maintain(isClosed: boolean): Promise<void> {
    await this.execute(`update ps_configuration set value = ${isClosed ? 0 : 1} where name = 'PS_WEBSERVICE'`);
  }

  /** The same shop at another address. */
  at(place: ShopPlace): PrestaShopShop {
    return new PrestaShopShop(this.name, { ...this.identity, base_url: place.front.url }, place, this.password);
  }

  private async execute(sql: string): Promise<void> {
    await this.place.database.execute(sql, prestashopDatabase);
  }
}

function installation({ database, front }: ShopPlace, ownerPassword: string): string[] {
  const { user, password } = MariaDb.account;
  const settings = {
    domain: new URL(front.url).host,
    db_server: `127.0.0.1:${database.port}`,
    db_user: user,
    db_password: password,
    db_name: prestashopDatabase,
    name: 'Rig',
    country: 'de',
    language: 'en',
    timezone: 'Europe/Berlin',
    email: ownersEmail,
    password: ownerPassword,
    fixtures: '1',
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}
