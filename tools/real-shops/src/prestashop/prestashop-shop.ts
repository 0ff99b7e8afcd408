import type { ExpectedRecords } from '../comparison/compare-records';
import type { Front } from '../host/front';
import type { RaisedShop, ShopPlace } from '../host/raised-host';
import type { RequestLog } from '../scenario/request-log';
import type { ShopUnderTest } from '../scenario/shop-under-test';
import type { Capability } from '../service/service';
import { computedAttributes } from './attribute-kinds';
import { expectedOfPrestaShop } from './expected-records';
import { inPrestaShop, prestashopDatabase } from './raise-prestashop';
import { PrestaShopTables } from './tables';

/** A PrestaShop whose changes go through its own classes. It sends no webhooks. */
export class PrestaShopShop implements ShopUnderTest {
  readonly unchecked = computedAttributes;
  readonly undated = null;
  readonly front: Front | null;

  constructor(
    readonly shop: RaisedShop,
    readonly log: RequestLog,
    private readonly place: ShopPlace,
  ) {
    this.front = place.front;
  }

  expected(type: Capability): Promise<ExpectedRecords> {
    return expectedOfPrestaShop(type, new PrestaShopTables(this.place.database), this.shop.url);
  }

  linked(): Promise<void> {
    return Promise.resolve();
  }

  async changeOne(): Promise<void> {
    const local = new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' });
    await this.execute(`update ps_orders set payment = 'Changed once', date_upd = '${local}' order by id_order desc limit 1`);
  }

  async churn(round: number): Promise<number> {
    const { created, changed, deleted } = await inPrestaShop<Record<'created' | 'changed' | 'deleted', number>>(
      this.place,
      'churn',
      String(round),
    );
    return created + changed + deleted;
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

  private async execute(sql: string): Promise<void> {
    await this.place.database.execute(sql, prestashopDatabase);
  }
}
