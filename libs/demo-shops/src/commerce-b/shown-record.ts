import type { Fields } from '../base/record-list';

/** `today`: as shops have written for years. `old`: as earlier versions did, see `inOldWays`. */
export type Dialect = 'today' | 'old';

/** Names of the wanted fields, or all of them. */
export type Display = 'ids' | 'full' | readonly string[];

/** A single entry stands without a list, rows of an order are one level deeper, and lists lack the state of an order. */
function inOldWays({ current_state: _state, associations, ...fields }: Fields): Fields {
  if (associations === undefined) return fields;
  const shown = Object.entries(associations as Record<string, Fields[]>).map(([name, rows]) => {
    const entries = rows.length === 1 ? rows[0] : rows;
    return [name, name === 'order_rows' ? { order_row: entries } : entries];
  });
  return { ...fields, associations: Object.fromEntries(shown) as Fields };
}

/** Keeps the shop's order of fields, not the request's. */
export function shownRecord(record: Fields, display: Display, dialect: Dialect): Fields {
  if (display === 'ids') return { id: record.id };
  const shown = display === 'full' ? record : Object.fromEntries(Object.entries(record).filter(([name]) => display.includes(name)));
  return dialect === 'old' ? inOldWays(shown) : shown;
}

/** A single record requested without `display` lacks every field that PHP considers empty. */
export function withoutEmptyFields(shown: Fields): Fields {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => !['', '0', 0, null, false].includes(value as string)));
}
