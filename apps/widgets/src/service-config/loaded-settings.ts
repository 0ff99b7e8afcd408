import { membersOf } from '../service/json';

const types = ['select', 'multiselect', 'radio'] as const;

export interface Option {
  value: string;
  label: string;
}

export interface Field {
  /** Undefined for an unknown type. Such a field shows its name and keeps its value. */
  type: (typeof types)[number] | undefined;
  name: string;
  label: string;
  required: boolean;
  options: Option[];
}

/** A response of GET /api/widget/configuration. */
export interface LoadedSettings {
  fields: readonly Field[];
  /** Malformed parts of the schema were left out. */
  isPartial: boolean;
  /** By field name. A Map, because a field may have any name, such as `__proto__`. */
  values: ReadonlyMap<string, unknown>;
}

/** Null when the body is malformed as a whole. A null schema has no fields. */
export function parseSettings(body: unknown): LoadedSettings | null {
  const { schema, configuration } = membersOf(body);
  const parts = schema === null ? [] : membersOf(schema).fields;
  if (!Array.isArray(parts)) return null;
  let isPartial = false;
  /** Drops parts without a key of their own: neither the user nor the service could tell duplicates apart. */
  const wellFormed = (all: unknown, key: 'name' | 'value') => {
    const seen = new Set<unknown>();
    return (Array.isArray(all) ? all : [undefined]).map(membersOf).filter(({ [key]: own }) => {
      const isWellFormed = typeof own === 'string' && !seen.has(own);
      isPartial ||= !isWellFormed;
      return isWellFormed && seen.add(own);
    });
  };
  const fields = wellFormed(parts, 'name').map(({ type, name, label, required, options }) => ({
    type: types.find((known) => known === type),
    name: name as string,
    label: labelOr(name, label),
    required: required === true,
    options: wellFormed(options, 'value').map(({ value, label: text }) => ({ value: value as string, label: labelOr(value, text) })),
  }));
  return { fields, isPartial, values: new Map(Object.entries(membersOf(configuration))) };
}

function labelOr(key: unknown, label: unknown): string {
  return (typeof label === 'string' && label.trim() ? label : key) as string;
}
