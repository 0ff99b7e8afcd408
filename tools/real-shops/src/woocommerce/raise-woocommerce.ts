import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MariaDb } from '../host/mariadb';
import type { RaisedShop, ShopPlace } from '../host/raised-host';
import { runPhp, type Site } from '../host/web-server';

const woocommerceScripts = 'tools/real-shops/php/woocommerce';
export const woocommerceDatabase = 'woocommerce';

export function woocommerceSite(folder: string, port: number): Site {
  return {
    name: 'woocommerce',
    port,
    root: join(folder, 'woocommerce'),
    rules: '    location / { try_files $uri $uri/ /index.php?$args; }',
  };
}

/** Installs WordPress with WooCommerce from a folder of sources and fills it. The web server must serve its site. */
export async function raiseWooCommerce(place: ShopPlace, source: string, records: number): Promise<RaisedShop> {
  const { root } = place.site;
  if (!existsSync(join(source, 'wp-content/plugins/woocommerce/woocommerce.php'))) {
    throw new Error(`${source} holds no WordPress with wp-content/plugins/woocommerce.`);
  }
  cpSync(source, root, { recursive: true });
  await place.database.createDatabase(woocommerceDatabase);
  writeFileSync(join(root, 'wp-config.php'), configuration(place));
  mkdirSync(join(root, 'wp-content/mu-plugins'), { recursive: true });
  cpSync(join(woocommerceScripts, 'must-use.php'), join(root, 'wp-content/mu-plugins/real-shops.php'));
  const { failure } = await inShop<{ failure: string | null }>(root, 'install');
  if (failure) throw new Error(`WooCommerce could not be activated: ${failure}`);
  const connectionToken = randomBytes(24).toString('base64url');
  const { version, ...key } = await inShop<{ version: string; consumer_key: string; consumer_secret: string }>(
    root,
    'settle',
    connectionToken,
  );
  await inShop(root, 'seed', String(Math.ceil(records / 3)));
  const credentials = { ...key, connection_token: connectionToken, webhook_secret: randomBytes(24).toString('base64url') };
  return { system: 'commerce_a', name: 'WooCommerce', version, url: place.url, credentials };
}

/** Runs a PHP script of the rig in the shop. */
export function inShop<T>(root: string, script: string, ...args: string[]): Promise<T> {
  return runPhp<T>(join(process.cwd(), woocommerceScripts, `${script}.php`), args, root);
}

/** Nothing leaves the machine: no cron of its own, no look-ups of updates. */
function configuration({ database: server, url }: ShopPlace): string {
  const { user, password } = MariaDb.account;
  const constants: Record<string, string | boolean> = {
    DB_NAME: woocommerceDatabase,
    DB_USER: user,
    DB_PASSWORD: password,
    DB_HOST: `127.0.0.1:${server.port}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: url,
    WP_SITEURL: url,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1',
    AUTH_KEY: randomBytes(32).toString('hex'),
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${typeof value === 'string' ? `'${value}'` : value});`);
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
$_SERVER['HTTP_HOST'] ??= '${new URL(url).host}';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}
