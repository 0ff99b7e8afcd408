import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Decorators that convert the text of a variable. Text that cannot be converted stays as it is and fails the validation that follows. */

export function AsInteger(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value));
}

/** A comma-separated list; entries are trimmed, empty ones dropped. */
export function AsList(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? splitList(value) : value));
}

const unparsable = Symbol('unparsable');

/** Converts with a function. If it throws, the variable is rejected without showing its value. */
export function ParsedBy(parse: (text: string) => unknown): PropertyDecorator {
  const tryParse = (text: string) => {
    try {
      return parse(text);
    } catch {
      return unparsable;
    }
  };
  const isParsed = (value: unknown) => value !== undefined && value !== unparsable;
  return (prototype, property) => {
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? tryParse(value) : value))(prototype, property);
    ValidateBy({ name: 'isParsed', validator: { validate: isParsed } })(prototype, property);
  };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
