import type { TextPerKey } from '../language/keyed-texts';

/** The texts that only this widget has, in the order of each language's list. */
export const ownKeys = [
  'heading',
  'plugin',
  'generate',
  'token',
  'copy',
  'copied',
  /** {time}: a date with the time of day. */
  'validUntil',
  /** The token has expired, or its connection is gone. */
  'expired',
  'newToken',
  /** {path}: the breadcrumb to the plugin's settings. */
  'open',
  'paste',
  'save',
  'waiting',
  /** Below the reason why the plugin could not connect with the token. */
  'again',
  /** Before the shop is connected. */
  'nextBefore',
  /** After the shop is connected. */
  'nextAfter',
  'connected',
  /** {time}: a date. */
  'since',
  'syncing',
  'customers',
  'orders',
  'products',
  /** {time}: the date until which the shop can be reconnected. */
  'disconnected',
  /** Asks before a shop is disconnected. */
  'disconnectSure',
  /** Asks before a shop is removed. */
  'removeSure',
  /** To the connected shops, from a question, the settings or another journey. */
  'back',
  'another',
  /** Parts of the breadcrumb. */
  'plugins',
  'modules',
  'settings',
] as const;

/** In the order of the keys. */
export type OwnTexts = TextPerKey<typeof ownKeys>;
