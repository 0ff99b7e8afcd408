import * as files from './languages';

export type Language = keyof typeof files;
type Texts = typeof files.en;

/** Does not compile while a language lacks a text. */
const all: Readonly<Record<Language, Texts>> = files;

export const languages = Object.keys(all) as Language[];
export const rightToLeft = languages.filter((language) => all[language].direction === 'rtl');

/** Texts by language and key, apart by what uses them: each script includes only its own (`tools/build/widget-texts.mjs`). */
export const sharedTexts = textsOf('shared');
export const connectorTexts = textsOf('connector');
export const configTexts = textsOf('config');
/** Of the fields and options that the service is known to offer, by their names. The English ones are those of the service. */
export const knownLabels = textsOf('labels');

function textsOf<Part extends keyof Texts>(part: Part): Record<Language, Texts[Part]> {
  return Object.fromEntries(languages.map((language) => [language, all[language][part]])) as Record<Language, Texts[Part]>;
}
