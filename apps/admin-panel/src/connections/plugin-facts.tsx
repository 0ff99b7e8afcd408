import { pluginAge, pluginInfoOf, type PluginAge } from '@sync/platforms';
import type { ReactNode } from 'react';
import { isFull, type AnyConnection } from '../api/representations';
import type { Translate } from '../language/use-language';

/** The plugin of a shop as it was when the shop was last verified. Empty: no plugin said what it is. */
export function pluginFacts(connection: AnyConnection, t: Translate): (readonly [name: string, value: ReactNode])[] {
  const plugin = isFull(connection) ? pluginInfoOf(connection.meta.plugin) : null;
  if (!plugin) return [];
  const age = pluginAge(connection.system?.slug ?? '', plugin);
  const version = (
    <>
      {plugin.name} {plugin.version}{' '}
      {age && <span className={`badge badge-${age.behind === 0 ? 'good' : 'waiting'}`}>{ageText(age, t)}</span>}
    </>
  );
  return [
    [t('plugin.title'), version],
    [t('plugin.platform'), plugin.platform_version ?? undefined],
    [t('plugin.php'), plugin.php_version ?? undefined],
  ];
}

function ageText({ behind, olderThan }: PluginAge, t: Translate): string {
  if (behind === 0) return t('plugin.upToDate');
  if (olderThan !== null) return t('plugin.olderThan', { version: olderThan });
  return behind === 1 ? t('plugin.oneBehind') : t('plugin.behind', { count: behind });
}
