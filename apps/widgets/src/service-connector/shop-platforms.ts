import type { ConnectorTexts } from './connector-texts';

type TextKey = keyof ConnectorTexts;

/** What is told of a shop platform, as keys of texts. */
export interface ShopPlatform {
  /** How a token gets into the shop's plugin. */
  pasteSteps: readonly TextKey[];
  /** Parts of {path} in them. */
  path: readonly TextKey[];
  /** The way to the settings, once connected. Empty: it is not known. */
  breadcrumb: readonly TextKey[];
}

const pasteSteps: readonly TextKey[] = ['open', 'paste', 'save'];
const reachedBy = (path: readonly TextKey[]): ShopPlatform => ({ pasteSteps, path, breadcrumb: path });

/** By connection key. */
const shopPlatforms = new Map([
  ['commerce_a', reachedBy(['plugins', 'pluginName', 'settings'])],
  ['commerce_b', reachedBy(['modules', 'pluginName', 'settings'])],
]);

const anyPlatform: ShopPlatform = { pasteSteps, path: ['pluginName', 'settings'], breadcrumb: [] };

/** "A numbered list chosen by the connection key, with a generic fallback when the key is unknown", and the breadcrumb, "hidden when the key has none". */
export function shopPlatform(connection = ''): ShopPlatform {
  return shopPlatforms.get(connection) ?? anyPlatform;
}
