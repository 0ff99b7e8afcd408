import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';

/** Names of databases that are as empty as the template. In the maintenance database of the test cluster. */
export const freeDatabasesTable = 'create table free_databases (name text primary key)';

/** Objects of the schema, with what can be changed about each. Row counts and storage are left out: emptying a table changes those. */
const objects = `
  select md5(concat(
    (select string_agg(concat(oid, relname, relacl, reloptions, relrowsecurity, relforcerowsecurity, relpersistence), ',' order by oid)
       from pg_class where oid >= 16384 and relkind <> 't' and relname !~ '^pg_toast'),
    (select string_agg(concat(attrelid, attname, atttypid, attnotnull, atthasdef), ',' order by attrelid, attnum)
       from pg_attribute join pg_class on pg_class.oid = attrelid where attrelid >= 16384 and relkind = 'r'),
    (select string_agg(concat(oid, xmin), ',' order by oid) from pg_proc where oid >= 16384),
    (select string_agg(concat(oid, xmin), ',' order by oid) from pg_trigger),
    (select string_agg(concat(oid, xmin), ',' order by oid) from pg_policy),
    (select string_agg(concat(oid, xmin), ',' order by oid) from pg_constraint where oid >= 16384),
    (select string_agg(concat(indexrelid, indisvalid), ',' order by indexrelid) from pg_index where indexrelid >= 16384),
    (select string_agg(concat(setrole, setconfig), ',' order by setrole) from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())),
    (select string_agg(gid, ',') from pg_prepared_xacts where database = current_database()))) as objects`;

const tables = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and pg_class.oid >= 16384 order by 1`;

/** What a database must have in common with the template: its schema, and the rows of the tables that the template seeds. */
export interface DatabaseState {
  objects: string;
  /** Hash of the rows by table. */
  seeds: Readonly<Record<string, string>>;
}

async function tablesWithRows(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tables);
  const looks = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  return (await client.query<{ name: string }>(looks.join(' union all '))).rows.map(({ name }) => name);
}

async function seedsIn(client: Client, names: readonly string[]): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const looks = names.map(
    (name) => `select '${name}' as name, (select md5(string_agg(row::text, ',' order by row::text)) from ${name} row)`,
  );
  const { rows } = await client.query<{ name: string; md5: string }>(looks.join(' union all '));
  return Object.fromEntries(rows.map(({ name, md5 }) => [name, md5]));
}

async function objectsIn(client: Client): Promise<string> {
  return (await client.query<{ objects: string }>(objects)).rows[0]?.objects ?? '';
}

export async function stateOf(client: Client): Promise<DatabaseState> {
  return { objects: await objectsIn(client), seeds: await seedsIn(client, await tablesWithRows(client)) };
}

const otherSessions = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Gives sessions that are closing 2 seconds, then ends those that are left. A client whose session Postgres ends while the client closes it
 * throws an uncaught error, which fails the test that runs in its process by then.
 */
async function endSessions(client: Client): Promise<void> {
  for (const end = Date.now() + 2_000; Date.now() < end; await sleep(20))
    if ((await client.query(`select ${otherSessions} limit 1`)).rows.length === 0) return;
  await client.query(`select pg_terminate_backend(pid) ${otherSessions}`);
}

/**
 * Empties a database, in a tenth of the time that a new one takes. Returns false if a test has changed more than rows of tables that are
 * empty in the template.
 */
export async function emptyDatabase(url: string, { objects: expected, seeds }: DatabaseState): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await endSessions(client);
    if ((await objectsIn(client)) !== expected) return false;
    const filled = (await tablesWithRows(client)).filter((name) => !(name in seeds));
    // Without triggers, because some tables refuse to be emptied.
    if (filled.length > 0)
      await client.query(`set session_replication_role = replica; truncate ${filled.join(', ')} restart identity cascade`);
    return JSON.stringify(await seedsIn(client, Object.keys(seeds))) === JSON.stringify(seeds);
  } finally {
    await client.end();
  }
}

export const dropSql = (name: string): string => `drop database ${escapeIdentifier(name)} with (force)`;
