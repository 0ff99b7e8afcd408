import { readFileSync } from 'node:fs';
import { compareRecords } from './comparison/compare-records';
import { expectedOfWooCommerce } from './woocommerce/expected-records';
import { WooCommerceRest } from './woocommerce/rest';
import { expectedOfPrestaShop } from './prestashop/expected-records';
import { PrestaShopTables } from './prestashop/tables';
import { computedAttributes } from './prestashop/attribute-kinds';
import { MariaDb } from './host/mariadb';
const log = readFileSync('/tmp/rs.log', 'utf8');
const g = (k: string) => new RegExp(`${k}: '([^']+)`).exec(log)![1]!;
const rest = new WooCommerceRest(g('url'), { consumer_key: g('consumer_key'), consumer_secret: g('consumer_secret') });
const burl = /url: '([^']+)'/.exec(log.slice(log.indexOf('PrestaShop')))![1]!;
const show = (name: string, c: any) => { console.log(name, c.records, c.fields, 'wrong', c.wrong.length, 'lost', c.lost, 'ghosts', c.ghosts);
 const by = new Map<string, any[]>(); for (const w of c.wrong) { const f = w.field.replace(/\d+/g, 'N'); by.set(f, [...(by.get(f) ?? []), w]); }
 for (const [f, l] of by) console.log('  ', f, l.length, JSON.stringify(l[0]).slice(0, 600)); };
const db = new (MariaDb as any)(null, /\/tmp\/real-shops\S+/.exec(log)![0], 0) as MariaDb;
for (const t of ['customers', 'products', 'orders'] as const) {
  if (process.argv[2] !== 'b') show('A ' + t, compareRecords(expectedOfWooCommerce(t, await rest.all(t)), JSON.parse(readFileSync(`/tmp/feed-${t}.json`, 'utf8'))));
  show('B ' + t, compareRecords(await expectedOfPrestaShop(t, new PrestaShopTables(db), burl), JSON.parse(readFileSync(`/tmp/feedb-${t}.json`, 'utf8')), computedAttributes));
}
