import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { MariaDb } from './host/mariadb';
import type { RaisedShop, ShopPlace } from './host/raised-host';
import { WebServer, type Site } from './host/web-server';
import { PrestaShopShop } from './prestashop/prestashop-shop';
import { prestashopSite, raisePrestaShop } from './prestashop/raise-prestashop';
import type { RigPlan } from './rig-plan';
import { RequestLog } from './scenario/request-log';
import type { ShopUnderTest } from './scenario/shop-under-test';
import { raiseWooCommerce, woocommerceSite } from './woocommerce/raise-woocommerce';
import { WooCommerceShop } from './woocommerce/woocommerce-shop';

interface Kind {
  source: string | null;
  site: (folder: string, port: number) => Site;
  raise: (place: ShopPlace, source: string, records: number) => Promise<RaisedShop>;
  Shop: new (shop: RaisedShop, log: RequestLog, place: ShopPlace) => ShopUnderTest;
}

interface Raising {
  say: (line: string) => void;
  /** What ends the parts that run. */
  stops: (() => Promise<void>)[];
}

/** The shops with their servers, in a temporary folder. */
export interface RaisedShops {
  folder: string;
  shops: readonly ShopUnderTest[];
  web: WebServer;
}

export async function raiseShops(plan: RigPlan, { say, stops }: Raising): Promise<RaisedShops> {
  const folder = mkdtempSync(join(tmpdir(), 'real-shops-'));
  // The service's Postgres runs under another account when this runs as root.
  chmodSync(folder, 0o755);
  stops.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const kinds: Kind[] = [
    { source: plan.woocommerce, site: woocommerceSite, raise: raiseWooCommerce, Shop: WooCommerceShop },
    { source: plan.prestashop, site: prestashopSite, raise: raisePrestaShop, Shop: PrestaShopShop },
  ];
  const chosen = await Promise.all(
    kinds.flatMap((kind) => (kind.source === null ? [] : [freePort().then((port) => ({ ...kind, place: kind.site(folder, port) }))])),
  );
  const database = await MariaDb.start(folder);
  stops.push(() => database.stop());
  const web = await WebServer.start(
    folder,
    chosen.map(({ place }) => place),
  );
  stops.push(() => web.stop());
  const shops: ShopUnderTest[] = [];
  for (const { source, raise, Shop, place: site } of chosen) {
    const place = { site, database, url: `http://127.0.0.1:${site.port}` };
    const shop = await raise(place, source ?? '', plan.records);
    say(`${shop.name} ${shop.version} is up at ${shop.url}`);
    shops.push(new Shop(shop, new RequestLog(web.logOf(site.name)), place));
  }
  return { folder, shops, web };
}
