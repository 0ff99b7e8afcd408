import type { ConfigurationField, ConfigurationForm } from '../api/representations';

/** Chosen values by the name of their field. */
export type ConfigurationDraft = Readonly<Record<string, readonly string[]>>;

/** Fields whose labels and hints are translated; null where one of them has no translation. */
export function inWords(fields: readonly ConfigurationField[], translate: (text: string) => string | null): ConfigurationField[] | null {
  let isWhole = true;
  const said = (text: string) => {
    const translated = translate(text);
    isWhole &&= translated !== null;
    return translated ?? text;
  };
  const words = <T extends { label: string; hint?: string }>(named: T): T => ({
    ...named,
    label: said(named.label),
    ...(named.hint !== undefined && { hint: said(named.hint) }),
  });
  const translated = fields.map((field) => ({ ...words(field), options: field.options.map(words) }));
  return isWhole ? translated : null;
}

/** What the form shows first: the stored values, without those that are no option any more. */
export function draftOf({ schema, configuration }: ConfigurationForm): ConfigurationDraft {
  const shown = (field: ConfigurationField) =>
    chosenValues(field, configuration).filter((value) => field.options.some((option) => option.value === value));
  return Object.fromEntries((schema?.fields ?? []).map((field) => [field.name, shown(field)]));
}

/** The fields that differ from what is stored, as the API takes them. */
export function changedFields({ schema, configuration }: ConfigurationForm, draft: ConfigurationDraft): Record<string, unknown> {
  const isChanged = (field: ConfigurationField) =>
    JSON.stringify([...(draft[field.name] ?? [])].sort()) !== JSON.stringify(chosenValues(field, configuration).sort());
  const valueOf = ({ type, name }: ConfigurationField) => (type === 'multiselect' ? (draft[name] ?? []) : (draft[name]?.[0] ?? null));
  return Object.fromEntries((schema?.fields ?? []).filter(isChanged).map((field) => [field.name, valueOf(field)]));
}

/** Why the service refused a field, or an item of it. */
export function fieldError(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  // JSON Pointer (RFC 6901).
  const pointer = `/configuration/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return Object.entries(errors).find(([where]) => where === pointer || where.startsWith(`${pointer}/`))?.[1];
}

type Settings = Pick<ConfigurationForm, 'configuration'>['configuration'];

/** The chosen values. A connection without `data_types` imports all of them, so all count as chosen. */
function chosenValues({ name, type, options }: ConfigurationField, configuration: Settings): string[] {
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
