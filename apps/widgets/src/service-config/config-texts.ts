import { keyed } from '../language/keyed-texts';
import type { Language } from '../language/language';
import { sharedTexts, type SharedTexts } from '../language/shared-texts';
import { knownLabels, labelKeys } from './known-labels';
import { connectionKeys, ownKeys } from './config-text-keys';
import { connectionTranslations } from './connection-translations';
import { translations } from './translations';

/** Every text of the widget by key. */
export type ConfigTexts = SharedTexts &
  Record<(typeof ownKeys)[number] | (typeof connectionKeys)[number] | (typeof labelKeys)[number], string>;

export function textsOf(language: Language): ConfigTexts {
  const own = keyed(
    [...ownKeys, ...connectionKeys, ...labelKeys],
    [...translations[language], ...connectionTranslations[language], ...knownLabels[language]],
  );
  return { ...sharedTexts[language], ...own };
}

/** Translates a label, or a hint, that is the known English one; shows any other as the service sends it. */
export function labelIn(texts: ConfigTexts, name: unknown, label: string): string {
  const key = labelKeys.find((known, at) => known === name && knownLabels.en[at] === label);
  return key ? texts[key] : label;
}

/** `name`: of the field or option that the hint belongs to. */
export function hintIn(texts: ConfigTexts, name: unknown, hint: string | undefined): string | undefined {
  return hint && labelIn(texts, `${String(name)}_hint`, hint);
}
