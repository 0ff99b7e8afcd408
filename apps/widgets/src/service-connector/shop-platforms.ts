import { platforms, shops } from '@sync/platforms';
import type { ConnectorTexts } from './connector-texts';

/** Keys of the texts of its parts. */
export type Way = readonly (keyof ConnectorTexts)[];

/** The display name of a platform or embedding system; the key itself when it names no known one. */
export function nameOf(key = ''): string {
  return Object.values<{ driver: string; name: string }>(platforms).find(({ driver }) => driver === key)?.name ?? key;
}

/** The steps to the plugin's settings in a shop's administration. Undefined: the connection key names no known platform. */
export function settingsBreadcrumb(connection?: string): Way | undefined {
  return shops.find(({ driver }) => driver === connection)?.plugin.settingsPath;
}

/** Replaces {path} in the paste steps: a generic path when the connection key names no known platform. */
export function stepsPath(connection?: string): Way {
  return settingsBreadcrumb(connection) ?? ['pluginName', 'settings'];
}
