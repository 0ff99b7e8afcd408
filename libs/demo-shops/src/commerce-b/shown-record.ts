import { joined } from './data/joined-fields';
import { InLanguages } from './data/languages';
import type { ListRequest } from './list-request';

export type Shown = Record<string, unknown>;

/** `today`: as the shops of the last years write. `old`: as shops of earlier years did, see `inOldWays`. */
export type Dialect = 'today' | 'old';

/** One language: its text. Several: all of them, with their ids as text. */
function shownTexts({ texts }: InLanguages, languages: readonly number[]): unknown {
  const [only, ...more] = languages;
  if (only !== undefined && more.length === 0) return texts[only] ?? '';
  return languages.map((index) => ({ id: String(index + 1), value: texts[index] ?? '' }));
}

/** An association without entries is left out, and so is the whole of them. */
function withoutEmptyOnes(associations: Record<string, Shown[]>): Record<string, Shown[]> | null {
  const kept = Object.entries(associations).filter(([, rows]) => rows.length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

function narrowed(associations: Record<string, Shown[]>, display: ListRequest['display']): Record<string, Shown[]> {
  if (typeof display === 'string') return associations;
  const wanted = Object.entries(associations).filter(([name]) => display.get(name));
  const row = (name: string, all: Shown) => Object.fromEntries(Object.entries(all).filter(([field]) => display.get(name)?.includes(field)));
  return Object.fromEntries(wanted.map(([name, rows]) => [name, rows.map((all) => row(name, all))]));
}

/** A single entry is not in a list, rows of an order are a level deeper, and lists do not know the state of an order. */
function inOldWays(record: Shown): Shown {
  const { current_state: _state, associations, ...fields } = record;
  if (associations === undefined) return fields;
  const shown = Object.entries(associations as Record<string, Shown[]>).map(([name, rows]) => {
    const entries = rows.length === 1 ? rows[0] : rows;
    return [name, name === 'order_rows' ? { order_row: entries } : entries];
  });
  return { ...fields, associations: Object.fromEntries(shown) as Shown };
}

/** The record with what was asked for, in the order that the shop keeps, whatever the order in which it was asked for. */
export function shownRecord(record: Shown, { display, languages }: ListRequest, prices: Shown, dialect: Dialect): Shown {
  if (display === 'ids') return { id: record.id };
  const shown: Shown = {};
  const all = joined(record, prices);
  for (const name in all) {
    if (name === 'associations' || (display !== 'full' && !display.has(name))) continue;
    const value = all[name];
    shown[name] = value instanceof InLanguages ? shownTexts(value, languages) : value;
  }
  const associations = withoutEmptyOnes(narrowed((record.associations ?? {}) as Record<string, Shown[]>, display));
  if (associations) shown.associations = associations;
  return dialect === 'old' ? inOldWays(shown) : shown;
}

/** A single record that nobody asked to display loses all that PHP takes for nothing. */
export function withoutNothings(shown: Shown): Shown {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => !['', '0', 0, null, false].includes(value as string)));
}
