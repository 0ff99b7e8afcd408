import { platforms } from './platforms';
import type { Setting, SettingValue } from './settings';
import { shops, type ShopKey } from './shops';

type SettingsOf<K extends ShopKey> = (typeof platforms)[K]['settings'];

/** Values of each shop platform's settings. */
export type PlatformSettings = {
  readonly [K in ShopKey]: { readonly [N in keyof SettingsOf<K>]: SettingValue<SettingsOf<K>[N]> };
};

export const environmentSettings: readonly Setting[] = shops.flatMap((shop) => Object.values<Setting>(shop.settings));

/** Calls `valueOf` for each setting of each shop platform. */
export function platformSettings(valueOf: (setting: Setting) => SettingValue): PlatformSettings {
  const valuesOf = (ofPlatform: Readonly<Record<string, Setting>>) =>
    Object.fromEntries(Object.entries(ofPlatform).map(([name, setting]) => [name, valueOf(setting)]));
  const ofShops = Object.entries(platforms).flatMap(([key, platform]) => (platform.isDirect ? [] : [[key, valuesOf(platform.settings)]]));
  return Object.fromEntries(ofShops) as PlatformSettings;
}
