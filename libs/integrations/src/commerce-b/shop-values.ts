import { asRow, sourceId, text, type PlatformRow } from '../mapping/platform-values';

/** Trimmed; null when empty, absent, or `false`, which is how the platform says that there is none. */
export function plainText(value: unknown): string | null {
  return text(value)?.trim() ?? null;
}

/**
 * A text that the platform keeps in every language of the shop: with several languages a list of {id, value}, with one a plain
 * text. That of the given language, or else the first that is not empty.
 */
export function inLanguage(value: unknown, language: string | null): string | null {
  const entries = languageEntries(value);
  if (entries === null) return plainText(value);
  const wanted = entries.find((entry) => sourceId(entry.id) === language);
  return plainText(wanted?.value) ?? entries.map((entry) => plainText(entry.value)).find((found) => found !== null) ?? null;
}

/** Older versions wrap the list: `{"language":[…]}`; one entry may stand alone. */
function languageEntries(value: unknown): PlatformRow[] | null {
  const row = asRow(value);
  const list = row && Object.hasOwn(row, 'language') ? row.language : value;
  if (typeof list !== 'object' || list === null) return null;
  return onlyRows(Array.isArray(list) ? list : [list]);
}

/** What of a list are rows at all. */
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

/** The id of another entity; null for "0", which is how the platform says that there is none. */
export function referenceTo(value: unknown): string | null {
  const id = sourceId(value);
  return id === null || /^0+$/.test(id) ? null : id;
}

/**
 * The entries of an association. It is missing when there are none, one entry may stand without a list, and versions differ in
 * what they wrap around the entries (`{"order_row":[…]}`).
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
