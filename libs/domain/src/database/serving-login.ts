import { randomBytes } from 'node:crypto';
import { Client, escapeLiteral } from 'pg';

const servingRole = 'sync_serving';

/**
 * Lets the apps sign in to a Postgres that only this process uses, with a new password. `ownerUrl`: of a superuser, to a migrated
 * database. Returns the apps' URL, with the password: never log it.
 */
export async function openServingLogin(ownerUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`alter role ${servingRole} login password ${escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(ownerUrl), { username: servingRole, password }).href;
}
