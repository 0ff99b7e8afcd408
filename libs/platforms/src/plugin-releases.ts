import type { PluginAbility, PluginRelease } from './descriptor';
import { shops } from './shops';

type Releases = readonly PluginRelease[];

/** How old a plugin is. */
export interface PluginAge {
  newest: string;
  /** How many releases are newer. 0: up to date. */
  behind: number;
  /** Set where the version is older than this, the oldest release that is known: then there may be more releases between. */
  olderThan: string | null;
}

const byNumbers = new Intl.Collator('en', { numeric: true });

function isNewer(version: string, than: string): boolean {
  return byNumbers.compare(version, than) > 0;
}

/** Whether the service's plugin for a platform can do that in this version; an empty one means that there is no plugin. */
export function pluginCan(driver: string, version: string, ability: PluginAbility): boolean {
  return abilitiesOf(version, releasesOf(driver)).includes(ability);
}

/** A version that is not known can do what the nearest older one can, hence a future version what the newest can. */
export function abilitiesOf(version: string, releases: Releases): readonly PluginAbility[] {
  return releases.find((release) => isVersion(version) && !isNewer(release.version, version))?.can ?? [];
}

/** Null: the plugin is another one than the service's, or its version cannot be compared. */
export function pluginAge(driver: string, { name, version }: { name: string; version: string }): PluginAge | null {
  return shops.some((shop) => shop.driver === driver && shop.plugin.name === name) ? ageOf(version, releasesOf(driver)) : null;
}

export function ageOf(version: string, releases: Releases): PluginAge | null {
  const [newest, oldest] = [releases[0], releases.at(-1)];
  if (!newest || !oldest || !isVersion(version)) return null;
  const behind = releases.filter((release) => isNewer(release.version, version)).length;
  return { newest: newest.version, behind, olderThan: behind === releases.length ? oldest.version : null };
}

function releasesOf(driver: string): Releases {
  return shops.find((shop) => shop.driver === driver)?.plugin.releases ?? [];
}

function isVersion(text: string): boolean {
  return /^\d/.test(text);
}
