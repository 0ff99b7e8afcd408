import type { ConfigurationField, ConfigurationForm } from '../api/representations';

type Settings = Pick<ConfigurationForm, 'configuration'>['configuration'];

/** The chosen values. A connection without `data_types` imports all of them, so all count as chosen. */
export function chosenValues({ name, type, options }: ConfigurationField, configuration: Settings): string[] {
  const given = (configuration as Readonly<Record<string, unknown>>)[name] ?? null;
  if (given === null) return name === 'data_types' && type === 'multiselect' ? options.map(({ value }) => value) : [];
  return (Array.isArray(given) ? given : [given]).map(String);
}

/** Each field with its label and the labels of its chosen options. A value that is no option any more stands for itself. */
export function shownConfiguration({ schema, configuration }: Pick<ConfigurationForm, 'schema' | 'configuration'>) {
  return (schema?.fields ?? []).map((field) => ({
    label: field.label,
    values: chosenValues(field, configuration).map((value) => field.options.find((option) => option.value === value)?.label ?? value),
  }));
}
