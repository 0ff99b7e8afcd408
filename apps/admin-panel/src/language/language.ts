import de from './de.json';
import en from './en.json';

export type Language = 'en' | 'de';
export type TextKey = keyof typeof en;

/** Every text of the panel, by its key. */
export const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, de };
export const languages = Object.keys(texts) as Language[];

export function isText(key: string): key is TextKey {
  return key in texts.en;
}

/** The first wished language that there are texts for; English if none. */
export function chooseLanguage(wished: readonly (string | null)[]): Language {
  const codes = wished.map((tag) => tag?.toLowerCase().split(/[-_.@]/)[0]);
  return codes.map((code) => languages.find((language) => language === code)).find((language) => language !== undefined) ?? 'en';
}

/** The reader's own regional form of the language, if the browser names one that dates and numbers can be written in. */
export function localeOf(language: Language, wished: readonly string[]): string {
  return wished.map(languageTag).find((tag) => tag?.split('-')[0] === language) ?? language;
}

/** Browsers pass on what the system says: `en_US.UTF-8`, `en-US@posix`, `C`. Undefined for what is no language, which `Intl` would throw for. */
function languageTag(name: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(name.split(/[.@]/)[0]?.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Puts the values in the place of `{name}`. */
export function filled(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
