import type { SystemConnection } from '@sync/domain';
import { configurationOffers, type ConfigurationSchema } from '@sync/integration-contract';

/** The schema of the connection's system. Null if the system has nothing to configure or is not known yet. */
export function configurationSchema({ system }: Pick<SystemConnection, 'system'>): ConfigurationSchema | null {
  const owner = system?.configurationSchemaOwner ?? null;
  return owner === null ? null : (configurationOffers[owner]?.schema ?? null);
}
