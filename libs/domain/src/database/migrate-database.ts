import { advisoryLocks } from '@sync/postgres';
import { seedSystems } from '../systems/seed-systems';
import { createDataSource } from './data-source';

/** Brings the schema and the rows of systems up to date. Safe to run again or concurrently. Returns the names of the migrations it ran. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const dataSource = await createDataSource({ url, poolSize: 2, applicationName: 'connection-sync migrate' }).initialize();
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
