import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Decorators that turn the text of a variable into what the configuration holds; what cannot be turned fails the validation after it. */

export function AsInteger(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value));
}

/** A comma-separated list without blanks. */
export function AsList(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? splitList(value) : value));
}

const unreadable = Symbol('unreadable');

/** What a function makes of the text; the variable is refused, without being shown, when the function throws. */
export function ParsedBy(parse: (text: string) => unknown): PropertyDecorator {
  const read = (text: string) => {
    try {
      return parse(text);
    } catch {
      return unreadable;
    }
  };
  const isRead = (value: unknown) => value !== undefined && value !== unreadable;
  return (prototype, property) => {
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value))(prototype, property);
    ValidateBy({ name: 'isRead', validator: { validate: isRead } })(prototype, property);
  };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
