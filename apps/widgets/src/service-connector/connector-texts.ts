import { keyed } from '../language/keyed-texts';
import type { Language } from '../language/language';
import { sharedTexts, type SharedTexts } from '../language/shared-texts';
import { ownKeys } from './connector-text-keys';
import { translations } from './translations';

/** Every text of the connector by key. `pluginName` is the same in all languages. */
export type ConnectorTexts = SharedTexts & Record<(typeof ownKeys)[number] | 'pluginName', string>;

export function textsOf(language: Language): ConnectorTexts {
  return { ...sharedTexts[language], ...keyed(ownKeys, translations[language]), pluginName: 'Service Connector' };
}
