import { connectorTexts, sharedTexts, type Language } from '../language/texts';

/** Every text of the connector by key. `pluginName` is the same in all languages. */
export type ConnectorTexts = ReturnType<typeof textsOf>;

export function textsOf(language: Language) {
  return { ...sharedTexts[language], ...connectorTexts[language], pluginName: 'Service Connector' };
}
