import { Transform } from 'class-transformer';

/** Decorators that turn the text of a variable into what the configuration holds; what cannot be turned fails the validation after it. */

export function AsInteger(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value));
}

/** A comma-separated list without blanks. */
export function AsList(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? splitList(value) : value));
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
