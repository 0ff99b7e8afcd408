import { asRow, sourceId, text, type PlatformRow } from '../mapping/platform-values';

/** Trimmed; null if empty, absent, or `false`, which the platform uses for "none". */
export function plainText(value: unknown): string | null {
  return text(value)?.trim() ?? null;
}

/**
 * A multi-language text: a list of {id, value} with several languages, plain text with one. Returns the text of the given
 * language, or else the first non-empty one.
 */
export function inLanguage(value: unknown, language: string | null): string | null {
  const others = languageEntries(value) ?? [];
  return onlyInLanguage(value, language) ?? others.map((entry) => plainText(entry.value)).find((found) => found !== null) ?? null;
}

/** Like `inLanguage`, but never the text of another language. */
export function onlyInLanguage(value: unknown, language: string | null): string | null {
  const entries = languageEntries(value);
  if (entries === null) return plainText(value);
  return plainText(entries.find((entry) => sourceId(entry.id) === language)?.value);
}

/** Older versions wrap the list (`{"language":[…]}`), and a single entry may come without one. */
function languageEntries(value: unknown): PlatformRow[] | null {
  const row = asRow(value);
  const list = row && Object.hasOwn(row, 'language') ? row.language : value;
  if (typeof list !== 'object' || list === null) return null;
  return onlyRows(Array.isArray(list) ? list : [list]);
}

export function onlyRows(list: readonly unknown[]): PlatformRow[] {
  return list.flatMap((entry) => {
    const row = asRow(entry);
    return row ? [row] : [];
  });
}

/** "1", 1 or true. */
export function flag(value: unknown): boolean {
  return value === '1' || value === 1 || value === true;
}

/** The id of another entity; null for "0", which the platform uses for "none". */
export function referenceTo(value: unknown): string | null {
  const id = sourceId(value);
  return id === null || /^0+$/.test(id) ? null : id;
}

/**
 * The entries of an association. It is absent if there are none, a single entry may come without a list, and some versions wrap
 * the entries (`{"order_row":[…]}`).
 */
export function associated(row: PlatformRow, name: string): PlatformRow[] {
  const associations = asRow(row.associations);
  return associations && Object.hasOwn(associations, name) ? entriesIn(associations[name], 2) : [];
}

function entriesIn(value: unknown, wrappers: number): PlatformRow[] {
  if (Array.isArray(value)) return onlyRows(value);
  const row = asRow(value);
  if (!row) return [];
  if (Object.hasOwn(row, 'id')) return [row];
  return wrappers === 0 ? [] : Object.values(row).flatMap((inner) => entriesIn(inner, wrappers - 1));
}
