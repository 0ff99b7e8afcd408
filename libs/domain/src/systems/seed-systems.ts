import { systemSeeds } from '@sync/platforms';
import type { DataSource } from 'typeorm';
import { System } from './system.entity';

/** Adds the systems of platforms that this version knows and the database does not. A row that is there stays as it is. */
export async function seedSystems(dataSource: DataSource): Promise<void> {
  const systems = systemSeeds.map((seed) => ({ ...seed, capabilities: [...seed.capabilities] }));
  await dataSource.createQueryBuilder().insert().into(System).values(systems).orIgnore().execute();
}
