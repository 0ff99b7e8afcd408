import { Transform } from 'class-transformer';

/** Decorator of a free-form object: it is taken as it came. Copied member by member it would lose those that are called like a method, `toString` for one. */
export function AsGiven(): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
}
