import { directPlatforms } from '@sync/platforms';
import { Problem } from '@sync/service-runtime';

const directSystems = new Set(directPlatforms.map(({ systemId }) => systemId));

/** Throws Problem, 409, if the connection is a direct system's: it has no shop to call, and its token is what its owner lives by. */
export function refuseDirect({ systemId }: { systemId: string | null }): void {
  if (systemId === null || !directSystems.has(systemId)) return;
  throw new Problem(
    'conflict',
    'This is the connection of a direct system, not a shop. Manage shops at /api/system-connections/{id}; to end this access, revoke its token with DELETE /api/access-tokens/current.',
  );
}
