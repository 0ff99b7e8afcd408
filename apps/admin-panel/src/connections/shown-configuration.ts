import type { ConfigurationForm } from '../api/representations';

/** Each field with its label and the labels of its chosen options. A value that is no option any more stands for itself. */
export function shownConfiguration({ schema, configuration }: Pick<ConfigurationForm, 'schema' | 'configuration'>) {
  const chosen = configuration as Readonly<Record<string, unknown>>;
  return (schema?.fields ?? []).map(({ name, label, options }) => {
    const given = chosen[name] ?? [];
    const values = (Array.isArray(given) ? given : [given]).map(String);
    return { label, values: values.map((value) => options.find((option) => option.value === value)?.label ?? value) };
  });
}
