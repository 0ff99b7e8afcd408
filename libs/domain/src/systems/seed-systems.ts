import { systemSeeds } from '@sync/platforms';
import type { DataSource } from 'typeorm';

/** Adds the systems of platforms that this version knows and the database does not. A row that is there stays as it is. */
export async function seedSystems(dataSource: DataSource): Promise<void> {
  for (const { id, slug, name, driver, capabilities, isDirect, configurationSchemaOwner } of systemSeeds) {
    await dataSource.query(
      `insert into systems (id, slug, name, driver, capabilities, is_direct, configuration_schema_owner)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id, slug, name, driver, capabilities, isDirect, configurationSchemaOwner],
    );
  }
}
