import { Transform } from 'class-transformer';

/** Property decorator: keeps a free-form object as received. class-transformer's copy would drop members named like a method, such as `toString`. */
export function Verbatim(): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
}
