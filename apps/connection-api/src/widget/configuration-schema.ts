import type { SystemConnection } from '@sync/domain';
import { configurationOffers, type ConfigurationSchema } from '@sync/integration-contract';

/** Of the plugin of the connection's system; null when there is nothing to configure, or no system yet. */
export function configurationSchema({ system }: Pick<SystemConnection, 'system'>): ConfigurationSchema | null {
  const owner = system?.configurationSchemaOwner ?? null;
  return owner === null ? null : (configurationOffers[owner]?.schema ?? null);
}
