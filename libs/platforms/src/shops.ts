import type { DirectPlatform, ShopPlatform } from './descriptor';
import { platforms } from './platforms';

type Platforms = typeof platforms;

/** Keys of the shop platforms in the list. Each of them has an integration. */
export type ShopKey = { [K in keyof Platforms]: Platforms[K] extends ShopPlatform ? K : never }[keyof Platforms];

export const directPlatforms: readonly DirectPlatform[] = Object.values(platforms).filter((platform) => platform.isDirect);

export const shops: readonly ShopPlatform[] = Object.values(platforms).filter((platform) => !platform.isDirect);
