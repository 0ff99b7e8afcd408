import { systemSeeds } from '@sync/platforms';
import { advisoryLocks, dataSourceOptions, type SqlRunner } from '@sync/postgres';
import { DataSource } from 'typeorm';
import { InitialSchema1790000000001 } from './migrations/initial-schema';

export const migrations = [InitialSchema1790000000001];

/** Brings the schema and the rows of systems up to date. Safe to run again or concurrently. Returns the names of the migrations it ran. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const options = dataSourceOptions({ url, poolSize: 2, applicationName: 'connection-sync migrate' });
  const dataSource = await new DataSource({ ...options, migrations, migrationsTransactionMode: 'each' }).initialize();
  try {
    const holder = dataSource.createQueryRunner();
    await holder.query('set statement_timeout = 0');
    await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    try {
      const ran = await dataSource.runMigrations();
      await seedSystems(dataSource);
      return ran.map(({ name }) => name);
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [advisoryLocks.migration]);
      await holder.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

/** A row that is there stays as it is. */
const addSystems = `
  insert into systems (id, slug, name, driver, capabilities, is_direct, configuration_schema_owner)
  select id, slug, name, driver, capabilities, "isDirect", "configurationSchemaOwner"
  from jsonb_to_recordset($1::jsonb) as seed (id uuid, slug text, name text, driver text, capabilities text[], "isDirect" boolean,
    "configurationSchemaOwner" text)
  on conflict do nothing`;

/** Adds the systems of platforms that this version knows and the database does not. */
async function seedSystems(sql: SqlRunner): Promise<void> {
  await sql.query(addSystems, [JSON.stringify(systemSeeds)]);
}
