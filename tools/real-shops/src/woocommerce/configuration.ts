import { randomBytes } from 'node:crypto';
import { MariaDb } from '../mariadb';
import type { ShopPlace } from '../shop';

/** Nothing leaves the machine: no cron of its own, no look-ups of updates. */
export function configurationOf({ database, front }: ShopPlace, databaseName: string): string {
  const { user, password } = MariaDb.account;
  const constants: Record<string, string | boolean> = {
    DB_NAME: databaseName,
    DB_USER: user,
    DB_PASSWORD: password,
    DB_HOST: `127.0.0.1:${database.port}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: front.url,
    WP_SITEURL: front.url,
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
$_SERVER['HTTP_HOST'] ??= '${new URL(front.url).host}';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}
