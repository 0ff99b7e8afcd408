import { platforms } from './platforms';
import type { Setting, SettingValue } from './settings';
import type { ShopKey } from './shops';
import { shops } from './shops';

type SettingsOf<K extends ShopKey> = (typeof platforms)[K]['settings'];

/** What the environment and the defaults say of each platform of shops. */
export type PlatformSettings = {
  readonly [K in ShopKey]: { readonly [N in keyof SettingsOf<K>]: SettingValue<SettingsOf<K>[N]> };
};

export const settings: readonly Setting[] = shops.flatMap((shop) => Object.values<Setting>(shop.settings));

/** Asks `valueOf` for each setting of each platform of shops. */
export function platformSettings(valueOf: (setting: Setting) => SettingValue): PlatformSettings {
  const valuesOf = (ofPlatform: Readonly<Record<string, Setting>>) =>
    Object.fromEntries(Object.entries(ofPlatform).map(([name, setting]) => [name, valueOf(setting)]));
  const ofShops = Object.entries(platforms).flatMap(([key, platform]) => (platform.isDirect ? [] : [[key, valuesOf(platform.settings)]]));
  return Object.fromEntries(ofShops) as PlatformSettings;
}
