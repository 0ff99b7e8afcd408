import { System } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { DataSource } from 'typeorm';

/** Throws Problem, 409, if the connection is a direct system's: it has no shop to call, and its token is what its owner lives by. */
export async function refuseDirect(dataSource: DataSource, { systemId }: { systemId: string | null }): Promise<void> {
  if (systemId === null || !(await dataSource.manager.existsBy(System, { id: systemId, isDirect: true }))) return;
  throw new Problem(
    'conflict',
    'This is the connection of a direct system, not a shop. Manage shops at /api/system-connections/{id}; to end this access, revoke its token with DELETE /api/access-tokens/current.',
  );
}
