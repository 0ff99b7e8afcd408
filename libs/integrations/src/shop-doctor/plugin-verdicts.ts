import { pluginAge, pluginArchive, type PluginInfo } from '@sync/platforms';
import { when, type Verdict } from './check';

/** No other text of the shop is repeated. */
export const plainVersion = /^[\w.+-]{1,20}$/;

/** A notice if this service's plugin, which responds in the shop, has newer releases; null: none is known. */
export function oldPluginVerdict(driver: string, plugin: Pick<PluginInfo, 'name' | 'version'> | null): Verdict | null {
  const age = plugin && plainVersion.test(plugin.version) ? pluginAge(driver, plugin) : null;
  if (!plugin || !age || age.behind === 0) return null;
  const { newest, behind, olderThan } = age;
  return when(true)
    .evidence(`It responds, in version ${plugin.version}. The newest version is ${newest}.`)
    .notice(
      `The plugin is ${olderThan === null ? `${behind} ${behind === 1 ? 'version' : 'versions'} behind` : `older than ${olderThan}`}.`,
    )
    .advice(
      `Install the newest version over it, from {base_url}/${pluginArchive(driver, newest)}, where {base_url} is the public address of this service. The link stays.`,
    );
}
