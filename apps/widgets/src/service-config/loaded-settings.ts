import { membersOf } from '../service/json';

const types = ['select', 'multiselect', 'radio'] as const;

export interface Option {
  value: string;
  label: string;
  hint: string | undefined;
}

export interface Field {
  /** Undefined for an unknown type. Such a field shows its name and keeps its value. */
  type: (typeof types)[number] | undefined;
  name: string;
  label: string;
  hint: string | undefined;
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
  const fields = wellFormed(parts, 'name').map(({ type, name, label, hint, required, options }) => ({
    type: types.find((known) => known === type),
    name: name as string,
    label: textOr(name as string, label),
    hint: textOr(undefined, hint),
    required: required === true,
    options: wellFormed(options, 'value').map(({ value, label: text, hint: own }) => ({
      value: value as string,
      label: textOr(value as string, text),
      hint: textOr(undefined, own),
    })),
  }));
  return { fields, isPartial, values: new Map(Object.entries(membersOf(configuration))) };
}

function textOr<Missing extends string | undefined>(missing: Missing, text: unknown): string | Missing {
  return typeof text === 'string' && text.trim() ? text : missing;
}
