import { keyed } from '../language/keyed-texts';
import type { Language } from '../language/language';
import { sharedTexts, type SharedTexts } from '../language/shared-texts';
import { knownLabels, labelKeys } from './known-labels';
import { ownKeys } from './config-text-keys';
import { translations } from './translations';

/** Every text of the widget by key. */
export type ConfigTexts = SharedTexts & Record<(typeof ownKeys)[number] | (typeof labelKeys)[number], string>;

export function textsOf(language: Language): ConfigTexts {
  const own = keyed([...ownKeys, ...labelKeys], [...translations[language], ...knownLabels[language]]);
  return { ...sharedTexts[language], ...own };
}

/** Translates a label that is the known English one; shows any other label as the service sends it. */
export function labelIn(texts: ConfigTexts, name: unknown, label: string): string {
  const key = labelKeys.find((known, at) => known === name && knownLabels.en[at] === label);
  return key ? texts[key] : label;
}
