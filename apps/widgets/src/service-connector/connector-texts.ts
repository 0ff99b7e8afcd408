import { keyed } from '../language/keyed-texts';
import type { Language } from '../language/language';
import { sharedTexts, type SharedTexts } from '../language/shared-texts';
import { translations } from './translations';

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

/** Every text of the connector by key. `pluginName` is the same in all languages. */
export type ConnectorTexts = SharedTexts & Record<(typeof ownKeys)[number] | 'pluginName', string>;

export function textsOf(language: Language): ConnectorTexts {
  return { ...sharedTexts[language], ...keyed(ownKeys, translations[language]), pluginName: 'Service Connector' };
}
