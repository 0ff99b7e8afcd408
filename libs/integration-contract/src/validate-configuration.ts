import type { Configuration, ConfigurationField, ConfigurationSchema } from './configuration-schema';

/** Why a value is not valid, for clients that show a sentence of their own. docs/problems.md lists them. */
export type ConfigurationErrorCode = 'unknown_field' | 'required' | 'wrong_type' | 'unknown_option' | 'duplicate';

export interface ConfigurationError {
  /** JSON pointer into the request body. */
  pointer: string;
  detail: string;
  code: ConfigurationErrorCode;
}

export type ConfigurationOutcome =
  { configuration: Configuration; errors?: undefined } | { configuration?: undefined; errors: ConfigurationError[] };

/** Merges submitted fields into the current ones, or returns all errors. For an optional field, an empty list or null means no selection. */
export function validateConfiguration(
  schema: ConfigurationSchema,
  current: Configuration | null,
  submitted: unknown,
): ConfigurationOutcome {
  if (typeof submitted !== 'object' || submitted === null || Array.isArray(submitted)) {
    return { errors: [{ pointer: pointerTo(), detail: 'must be an object of field names and values', code: 'wrong_type' }] };
  }
  const values = new Map(Object.entries(submitted));
  const fields = new Map(schema.fields.map((field) => [field.name, field]));
  const errors: ConfigurationError[] = [];
  for (const [name, value] of values) {
    const field = fields.get(name);
    if (field) errors.push(...valueErrors(field, value));
    else errors.push({ pointer: pointerTo(name), detail: 'is not a field of this configuration', code: 'unknown_field' });
  }
  const merged = new Map([...Object.entries(current ?? {}), ...values]);
  for (const { name, required } of schema.fields) {
    if (required && !values.has(name) && isMissing(merged.get(name)))
      errors.push({ pointer: pointerTo(name), detail: 'is required', code: 'required' });
  }
  return errors.length > 0 ? { errors } : { configuration: Object.fromEntries(merged) };
}

function valueErrors(field: ConfigurationField, value: unknown): ConfigurationError[] {
  if (field.required && isMissing(value)) return [{ pointer: pointerTo(field.name), detail: 'is required', code: 'required' }];
  if (field.type === 'multiselect') return listErrors(field, value);
  return value === null ? [] : choiceErrors(field, value, pointerTo(field.name));
}

function listErrors(field: ConfigurationField, value: unknown): ConfigurationError[] {
  if (!Array.isArray(value)) return [{ pointer: pointerTo(field.name), detail: 'must be a list of options', code: 'wrong_type' }];
  const seen = new Set<unknown>();
  return value.flatMap((item: unknown, index) => {
    const pointer = pointerTo(field.name, String(index));
    if (seen.has(item)) return [{ pointer, detail: 'is given more than once', code: 'duplicate' }];
    seen.add(item);
    return choiceErrors(field, item, pointer);
  });
}

function choiceErrors(field: ConfigurationField, value: unknown, pointer: string): ConfigurationError[] {
  if (typeof value !== 'string') return [{ pointer, detail: 'must be the value of an option', code: 'wrong_type' }];
  if (field.options.some((option) => option.value === value)) return [];
  return [{ pointer, detail: `must be one of ${field.options.map((option) => option.value).join(', ')}`, code: 'unknown_option' }];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** RFC 6901: `~` and `/` within a name are escaped. */
function pointerTo(...path: string[]): string {
  return ['', 'configuration', ...path].map((name) => name.replace(/~/g, '~0').replace(/\//g, '~1')).join('/');
}
