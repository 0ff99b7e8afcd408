import { Transform } from 'class-transformer';

const instant = /^(\d{4}-\d{2}-(\d{2}))T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant needs an offset: without one it would depend on the server's time zone. */
export function AsInstant(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && isInstant(value) ? new Date(value) : value));
}

/** Rejects days that do not exist: Date would turn 30 February into 2 March. */
function isInstant(text: string): boolean {
  const [, date = '', day] = instant.exec(text) ?? [];
  return new Date(date).getUTCDate() === Number(day);
}
