import { SystemConnection } from '@sync/domain';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';

/** Stores a new connection, unless the database already holds one that it may not stand beside. */
export async function insertUnlessThere(manager: EntityManager, connection: SystemConnection): Promise<void> {
  await manager.createQueryBuilder().insert().into(SystemConnection).values(asValues(connection)).orIgnore().execute();
}

export async function insertConnection(manager: EntityManager, connection: SystemConnection): Promise<void> {
  await manager.insert(SystemConnection, asValues(connection));
}

/** TypeORM's type knows no free-form members such as `meta`. */
function asValues(connection: SystemConnection): QueryDeepPartialEntity<SystemConnection> {
  return connection as QueryDeepPartialEntity<SystemConnection>;
}
