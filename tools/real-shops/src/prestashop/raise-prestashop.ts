import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { MariaDb } from '../host/mariadb';
import type { RaisedShop, ShopPlace } from '../host/raised-host';
import { runPhp, runPhpProgram, type Site } from '../host/web-server';

const scripts = 'tools/real-shops/php/prestashop';
export const prestashopDatabase = 'prestashop';

/** The webservice has its own front controller. Everything else is a page. */
export function prestashopSite(folder: string, port: number): Site {
  const rules = `    rewrite ^/api/?(.*)$ /webservice/dispatcher.php?url=$1 last;
    location / { try_files $uri $uri/ /index.php?$args; }`;
  return { name: 'prestashop', port, root: join(folder, 'prestashop'), rules };
}

/** Installs PrestaShop from a folder of sources with English and German, and fills it. The web server must serve its site. */
export async function raisePrestaShop(place: ShopPlace, source: string, records: number): Promise<RaisedShop> {
  const { root } = place.site;
  if (!existsSync(join(source, 'install/index_cli.php'))) throw new Error(`${source} holds no PrestaShop with its installer.`);
  cpSync(source, root, { recursive: true });
  await place.database.createDatabase(prestashopDatabase);
  await runPhp(join(process.cwd(), scripts, 'prepare.php'), [], root);
  await runPhpProgram(['install/index_cli.php', ...installation(place)], root);
  const key = randomBytes(16).toString('hex').toUpperCase();
  const { version } = await inPrestaShop<{ version: string }>(place, 'settle', key);
  await inPrestaShop(place, 'seed', String(Math.ceil(records / 3)));
  return { system: 'commerce_b', name: 'PrestaShop', version, url: place.url, credentials: { api_key: key } };
}

/** Runs a PHP script of the rig in the shop. */
export function inPrestaShop<T>({ site, url }: ShopPlace, script: string, ...args: string[]): Promise<T> {
  return runPhp<T>(join(process.cwd(), scripts, `${script}.php`), [new URL(url).host, ...args], site.root);
}

function installation({ database, url }: ShopPlace): string[] {
  const { user, password } = MariaDb.account;
  const settings = {
    domain: new URL(url).host,
    db_server: `127.0.0.1:${database.port}`,
    db_user: user,
    db_password: password,
    db_name: prestashopDatabase,
    name: 'Rig',
    country: 'de',
    language: 'en',
    timezone: 'Europe/Berlin',
    email: 'owner@shop.example',
    password: randomBytes(16).toString('base64url'),
    fixtures: '1',
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}
