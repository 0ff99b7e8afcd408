export type ShopLanguage = 'en' | 'de' | 'fr';
export type Texts = Readonly<Record<ShopLanguage, string>>;

/** A field that the shop keeps in each of its languages, in their order. */
export class InLanguages {
  constructor(readonly texts: readonly string[]) {}
}

export function inLanguages(languages: readonly ShopLanguage[], texts: Texts): InLanguages {
  return new InLanguages(languages.map((language) => texts[language]));
}

export function sameInLanguages(languages: readonly ShopLanguage[], text: string): InLanguages {
  return new InLanguages(languages.map(() => text));
}

/** Ids of languages count from 1, in the order in which the shop has them; the first is its default. */
export function languageIds(languages: readonly ShopLanguage[]): number[] {
  return languages.map((_, index) => index + 1);
}

const german = { locale: 'de-DE', language_code: 'de', date_format_lite: 'd.m.Y', date_format_full: 'd.m.Y H:i:s' };
const known: Record<ShopLanguage, Record<'name' | keyof typeof german, string>> = {
  en: { name: 'English (English)', locale: 'en-US', language_code: 'en-us', date_format_lite: 'm/d/Y', date_format_full: 'm/d/Y H:i:s' },
  de: { name: 'Deutsch (German)', ...german },
  fr: { name: 'Français (French)', locale: 'fr-FR', language_code: 'fr', date_format_lite: 'd/m/Y', date_format_full: 'd/m/Y H:i:s' },
};

export function languageRecords(languages: readonly ShopLanguage[]): Record<string, unknown>[] {
  return languages.map((language, index) => ({
    id: index + 1,
    name: known[language].name,
    iso_code: language,
    locale: known[language].locale,
    language_code: known[language].language_code,
    active: '1',
    is_rtl: '0',
    date_format_lite: known[language].date_format_lite,
    date_format_full: known[language].date_format_full,
  }));
}
