import { keyed } from '../language/keyed-texts';
import type { Language } from '../language/language';
import { sharedTexts, type SharedTexts } from '../language/shared-texts';
import { knownLabels, labelKeys } from './known-labels';
import { translations } from './translations';

export const ownKeys = [
  'heading',
  'save',
  'discard',
  'saving',
  'saved',
  'unsaved',
  /** Beside the label of a required field. */
  'required',
  /** An empty required field: as its placeholder, and as its error. */
  'choose',
  /** Beside a stored value that is not among the options. */
  'gone',
  /** For fields of an unknown type, and for malformed parts. */
  'unknown',
  'invalid',
  /** {detail}: the error of the service, in English. */
  'rejected',
  /** The schema is null, or a field has no options. */
  'nothing',
  /** The connection is disconnected or inactive. */
  'ended',
  /** The token was refused during a save. Does not ask to reload the page, which would lose the changes. */
  'unsaveable',
] as const;

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
