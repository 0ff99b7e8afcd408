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
  /** {time}: the time of day, with the date when that is not today's. */
  'validUntil',
  /** Its time is over, or its connection is gone. */
  'expired',
  'newToken',
  'stepsHeading',
  /** {path}: the way to the settings of the plugin. */
  'open',
  'paste',
  'save',
  'nextHeading',
  /** What is next, before the connection */
  'nextBefore',
  /** and after it. */
  'nextAfter',
  'waiting',
  'retrying',
  'connected',
  /** The page named none, or one that the service does not know. */
  'system',
  /** Parts of the way to the plugin's settings. */
  'plugins',
  'modules',
  'settings',
] as const;

/** Every text of the connector by its key; `pluginName` is the same in all languages. */
export type ConnectorTexts = SharedTexts & Record<(typeof ownKeys)[number] | 'pluginName', string>;

export function textsOf(language: Language): ConnectorTexts {
  return { ...sharedTexts[language], ...keyed(ownKeys, translations[language]), pluginName: 'Service Connector' };
}
