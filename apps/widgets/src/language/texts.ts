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
/** With those that it shares with the others, because each script includes whole exports. */
export const webhooksTexts = byLanguage(({ shared, connector, config, webhooks }) => {
  const { loading, retry, unreachable, failed, busy, refused } = shared;
  const { copy, copied } = connector;
  const { save, saved, cancel } = config;
  return { loading, retry, unreachable, failed, busy, refused, copy, copied, save, saved, cancel, ...webhooks };
});
/** Of the fields and options that the service is known to offer, by their names. The English ones are those of the service. */
export const knownLabels = textsOf('labels');

function textsOf<Part extends keyof Texts>(part: Part): Record<Language, Texts[Part]> {
  return byLanguage((texts) => texts[part]);
}

function byLanguage<T>(of: (texts: Texts) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, of(all[language])])) as Record<Language, T>;
}
