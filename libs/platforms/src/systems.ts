import type { SystemCapability } from './capabilities';
import { platforms } from './platforms';

export type SystemDriver = (typeof platforms)[keyof typeof platforms]['driver'];

export const systemDrivers: readonly SystemDriver[] = Object.values(platforms).map(({ driver }) => driver);

/** A row of the table of systems. */
export interface SystemSeed {
  id: string;
  slug: string;
  name: string;
  driver: SystemDriver;
  capabilities: readonly SystemCapability[];
  isDirect: boolean;
  configurationSchemaOwner: SystemDriver | null;
}

export const systemSeeds: readonly SystemSeed[] = Object.values(platforms).map((platform) => ({
  id: platform.systemId,
  slug: platform.driver,
  name: platform.name,
  driver: platform.driver,
  capabilities: platform.capabilities,
  isDirect: platform.isDirect,
  configurationSchemaOwner: platform.configuration === null ? null : platform.driver,
}));
