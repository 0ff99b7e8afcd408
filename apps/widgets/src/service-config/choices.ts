import { jsonOf } from '../service/json';
import { isMissing, valueOf, type ConfigurationForm } from './configuration-form';
import type { Field } from './offered-fields';

/** One option as it is shown. */
export interface Choice {
  value: unknown;
  label: string;
  /** Stored, but not among the options: it is shown as such, and stays until the user changes it. */
  isGone: boolean;
  isChosen: boolean;
}

/** The options of a field, then those of its values that are not among them. */
export function choicesOf(form: ConfigurationForm, field: Field): Choice[] {
  const chosen = itemsOf(field, valueOf(form, field));
  const offered = new Map(field.options.map(({ value, label }): [unknown, string] => [value, label]));
  return [...new Set([...offered.keys(), ...itemsOf(field, form.values.get(field.name)), ...chosen])].map((value) => ({
    value,
    label: offered.get(value) ?? (typeof value === 'string' ? value : jsonOf(value)),
    isGone: !offered.has(value),
    isChosen: chosen.includes(value),
  }));
}

/** The list of a multiselect after one choice was switched. "An empty list means the customer selected nothing." */
export function switched(choices: readonly Choice[], choice: Choice): unknown[] {
  return choices.filter((each) => each.isChosen !== (each === choice)).map(({ value }) => value);
}

function itemsOf({ type, options }: Field, value: unknown): unknown[] {
  if (type === 'multiselect' && Array.isArray(value)) return value;
  return isMissing(value) && !options.some((option) => option.value === value) ? [] : [value];
}
