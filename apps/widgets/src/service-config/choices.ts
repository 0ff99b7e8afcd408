import { jsonOf } from '../service/json';
import { isEmpty, valueOf, type ConfigurationForm } from './configuration-form';
import type { Field, Option } from './loaded-settings';

export interface Choice {
  value: unknown;
  label: string;
  hint: string | undefined;
  /** Stored, but no longer among the options. Kept until the user changes it. */
  isGone: boolean;
  isChosen: boolean;
}

/** The options of a field, followed by its values that are not among them. */
export function choicesOf(form: ConfigurationForm, field: Field): Choice[] {
  const chosen = itemsOf(field, valueOf(form, field));
  const offered = new Map(field.options.map((option): [unknown, Option] => [option.value, option]));
  return [...new Set([...offered.keys(), ...itemsOf(field, form.values.get(field.name)), ...chosen])].map((value) => ({
    value,
    label: offered.get(value)?.label ?? textOf(value),
    hint: offered.get(value)?.hint,
    isGone: !offered.has(value),
    isChosen: chosen.includes(value),
  }));
}

/** A value as text. Stored ones may be of any type. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value);
}

/** The values of a multiselect after the user has toggled one of them. An empty list means that nothing is selected. */
export function toggled(choices: readonly Choice[], toggledValue: unknown): unknown[] {
  return choices.filter(({ value, isChosen }) => isChosen !== (value === toggledValue)).map(({ value }) => value);
}

function itemsOf({ type, options }: Field, value: unknown): unknown[] {
  if (type === 'multiselect' && Array.isArray(value)) return value;
  return isEmpty(value) && !options.some((option) => option.value === value) ? [] : [value];
}
