/** The texts that only this widget has, in the order of each language's list. */
export const ownKeys = [
  'heading',
  'plugin',
  'generate',
  'token',
  'copy',
  'copied',
  /** {time}: the time of day, with the date unless it is today. */
  'validUntil',
  /** The token has expired, or its connection is gone. */
  'expired',
  'newToken',
  'stepsHeading',
  /** {path}: the breadcrumb to the plugin's settings. */
  'open',
  'paste',
  'save',
  'nextHeading',
  /** Before the shop is connected. */
  'nextBefore',
  /** After the shop is connected. */
  'nextAfter',
  'waiting',
  'retrying',
  'connected',
  /** The page sets no `system`, or an unknown one. */
  'system',
  /** Parts of the breadcrumb. */
  'plugins',
  'modules',
  'settings',
] as const;
