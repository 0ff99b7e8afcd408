import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { Front } from './host/front';
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

/** A shop of a plan with faults has a front. */
async function siteOf({ site }: Kind, folder: string, hasFront: boolean): Promise<Site> {
  return { ...site(folder, await freePort()), ...(hasFront && { innerPort: await freePort() }) };
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
    kinds.filter(({ source }) => source !== null).map(async (kind) => ({ ...kind, place: await siteOf(kind, folder, plan.onlyFaults) })),
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
    const front = site.innerPort === undefined ? null : await Front.start(site.port, site.innerPort);
    if (front) stops.push(() => front.stop());
    const place = { site, database, front, url: `http://127.0.0.1:${site.port}` };
    const shop = await raise(place, source ?? '', plan.records);
    say(`${shop.name} ${shop.version} is up at ${shop.url}`);
    shops.push(new Shop(shop, new RequestLog(web.logOf(site.name)), place));
  }
  return { folder, shops, web };
}
