import { randomBytes } from 'node:crypto';
import { Client, escapeLiteral } from 'pg';

const loginsOfApps = {
  'connection-api': 'sync_serving',
  'export-worker': 'sync_serving',
  'webhook-ingress': 'sync_ingress',
  'admin-api': 'sync_admin',
} as const;

/** The URL of each app, with a password: never log one. */
type ServingUrls = Readonly<Record<keyof typeof loginsOfApps, string>>;

/**
 * Lets the apps sign in to a Postgres that only this process uses, each login with a new password. `ownerUrl`: of a superuser, to a
 * migrated database.
 */
export async function openServingLogins(ownerUrl: string): Promise<ServingUrls> {
  const passwords = new Map<string, string>(Object.values(loginsOfApps).map((login) => [login, randomBytes(24).toString('base64url')]));
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const [login, password] of passwords) await client.query(`alter role ${login} login password ${escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  const urlOf = (username: string) => Object.assign(new URL(ownerUrl), { username, password: passwords.get(username) }).href;
  return Object.fromEntries(Object.entries(loginsOfApps).map(([app, login]) => [app, urlOf(login)])) as ServingUrls;
}
