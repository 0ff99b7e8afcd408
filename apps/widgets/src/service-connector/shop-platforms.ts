import type { ConnectorTexts } from './connector-texts';

/** Keys of the texts of its parts. */
export type Way = readonly (keyof ConnectorTexts)[];

/** To the settings of the plugin in a shop's administration, by connection key. */
const ways = new Map<string | undefined, Way>([
  ['commerce_a', ['plugins', 'pluginName', 'settings']],
  ['commerce_b', ['modules', 'pluginName', 'settings']],
]);

/** "A settings breadcrumb for the connection key, hidden when the key has none." */
export function settingsBreadcrumb(connection?: string): Way | undefined {
  return ways.get(connection);
}

/** What {path} is in the steps: "chosen by the connection key, with a generic fallback when the key is unknown". */
export function stepsPath(connection?: string): Way {
  return ways.get(connection) ?? ['pluginName', 'settings'];
}
