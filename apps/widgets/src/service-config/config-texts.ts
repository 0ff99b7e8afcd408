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
  /** The mark at a label. */
  'required',
  /** Where something must be chosen: in place of a choice, and as the error. */
  'choose',
  /** Of a stored value that is not among the options. */
  'gone',
  /** Of a field of an unknown type, and of malformed parts. */
  'unknown',
  'invalid',
  /** {detail}: what the service says, in English. */
  'rejected',
  /** The schema is null, or a field has no option. */
  'nothing',
  /** The state of the connection does not allow it. */
  'ended',
  /** Its token is refused; what is chosen stays, which reloading the page would lose. */
  'unsaveable',
] as const;

/** Every text of the widget by its key. */
export type ConfigTexts = SharedTexts & Record<(typeof ownKeys)[number] | (typeof labelKeys)[number], string>;

export function textsOf(language: Language): ConfigTexts {
  const own = keyed([...ownKeys, ...labelKeys], [...translations[language], ...knownLabels[language]]);
  return { ...sharedTexts[language], ...own };
}

/** The label of a field or value: in the page's language for as long as it is the known English one, else as the service gives it. */
export function labelIn(texts: ConfigTexts, name: unknown, label: string): string {
  const key = labelKeys.find((known, at) => known === name && knownLabels.en[at] === label);
  return key ? texts[key] : label;
}
