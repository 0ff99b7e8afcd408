import type { Fields } from '../base/record-list';

/** Languages of the recorded texts; their places are the recorded ids less one. */
const recordedLanguages = ['en', 'de'] as const;
export type ShopLanguage = (typeof recordedLanguages)[number];

interface Text {
  id: string;
  value: string;
}

function isTexts(value: unknown): value is Text[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null && 'value' in entry)
  );
}

/** Recorded texts in a shop's languages: plain text when it has one, else one entry for each, with ids as text. */
export function inLanguages(fields: Fields, languages: readonly ShopLanguage[]): Fields {
  const translated = (texts: Text[]) => {
    const values = languages.map((language) => texts[recordedLanguages.indexOf(language)]?.value ?? '');
    return values.length === 1 ? values[0] : values.map((value, index) => ({ id: String(index + 1), value }));
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isTexts(value) ? translated(value) : value]));
}

/** Applies a change to every text of a record, in all its languages. */
export function mapValues(fields: Fields, names: readonly string[], change: (value: string) => string): Fields {
  const changed = names.map((name) => {
    const texts = fields[name];
    if (!isTexts(texts)) return [name, change(String(texts))];
    return [name, texts.map(({ id, value }) => ({ id, value: change(value) }))];
  });
  return { ...fields, ...(Object.fromEntries(changed) as Fields) };
}

/** Changes as the owner means them: one text counts for all languages, a list for the languages it names. */
export function changedTexts(record: Fields, changes: Fields): Fields {
  const changed = Object.entries(changes).map(([name, value]) => {
    const before = record[name];
    if (!isTexts(before)) return [name, value];
    const given = isTexts(value) ? value : before.map(({ id }) => ({ id, value: String(value) }));
    return [name, before.map((text) => given.find(({ id }) => id === text.id) ?? text)];
  });
  return Object.fromEntries(changed) as Fields;
}
