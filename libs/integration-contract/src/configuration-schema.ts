import { platforms, type Configuration, type ConfigurationOffer, type SystemDriver } from '@sync/platforms';

export type { Configuration, ConfigurationField, ConfigurationOffer, ConfigurationOption, ConfigurationSchema } from '@sync/platforms';

/** By driver. Null: connections to this system have nothing to configure. */
export const configurationOffers = Object.fromEntries(
  Object.values(platforms).map(({ driver, configuration }) => [driver, configuration]),
) as Readonly<Record<SystemDriver, ConfigurationOffer | null>>;

/** A copy of a driver's default configuration, or null when it offers none. */
export function defaultConfiguration(driver: SystemDriver): Configuration | null {
  return structuredClone(configurationOffers[driver]?.defaults ?? null);
}
