import { membersOf } from '../service/json';

const types = ['select', 'multiselect', 'radio'] as const;

export interface Option {
  value: string;
  label: string;
}

export interface Field {
  /** Undefined: a type that is not known here. Such a field is named, and its value stays as it is. */
  type: (typeof types)[number] | undefined;
  name: string;
  label: string;
  required: boolean;
  options: Option[];
}

/** What an answer of GET /api/widget/configuration offers. */
export interface Offer {
  fields: readonly Field[];
  /** Some part of the schema was not understood and left out. */
  isPartial: boolean;
  /** By field name. A Map, because a field may have any name. */
  values: ReadonlyMap<string, unknown>;
}

/** Null: the body is no such answer. A schema of null offers no field. */
export function offerOf(body: unknown): Offer | null {
  const { schema, configuration } = membersOf(body);
  const parts = schema === null ? [] : membersOf(schema).fields;
  if (!Array.isArray(parts)) return null;
  let isPartial = false;
  /** Those that have a name or value of their own: of two with the same, neither the user nor the service could say which is meant. */
  const fit = (all: unknown, key: 'name' | 'value') => {
    const seen = new Set<unknown>();
    return (Array.isArray(all) ? all : [undefined]).map(membersOf).filter(({ [key]: own }) => {
      const isFit = typeof own === 'string' && !seen.has(own);
      isPartial ||= !isFit;
      return isFit && seen.add(own);
    });
  };
  const fields = fit(parts, 'name').map(({ type, name, label, required, options }) => ({
    type: types.find((known) => known === type),
    name: name as string,
    label: textOf(label, name),
    required: required === true,
    options: fit(options, 'value').map(({ value, label: text }) => ({ value: value as string, label: textOf(text, value) })),
  }));
  return { fields, isPartial, values: new Map(Object.entries(membersOf(configuration))) };
}

function textOf(label: unknown, name: unknown): string {
  return (typeof label === 'string' && label.trim() ? label : name) as string;
}
