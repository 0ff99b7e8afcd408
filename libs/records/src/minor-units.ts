const plainDecimal = /^([+-]?)(\d*)\.?(\d*)$/;
const five = '5'.charCodeAt(0);
const tooLarge = '9'.repeat(18);

/**
 * Money of a platform (decimal text or number) in minor units: exact decimal arithmetic on the text, x100 for every
 * currency, half away from zero. Null when absent, empty, not numeric, or beyond Number.MAX_SAFE_INTEGER.
 */
export function toMinorUnits(value: unknown): number | null {
  const amount = read(value);
  return amount === null || Math.abs(amount) > Number.MAX_SAFE_INTEGER ? null : amount;
}

/** Whether it is a number that `toMinorUnits` cannot hold, and not none. */
export function isBeyondMinorUnits(value: unknown): boolean {
  return Math.abs(read(value) ?? 0) > Number.MAX_SAFE_INTEGER;
}

/** Exact up to the limit; what is beyond it is some number beyond it. */
function read(value: unknown): number | null {
  if (typeof value === 'string') return parseDecimal(value.trim());
  if (value === Infinity || value === -Infinity) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return parseDecimal(String(value));
  return null;
}

function parseDecimal(text: string): number | null {
  const exponentAt = text.search(/[eE]/);
  if (exponentAt === -1) return parsePlain(text);
  const exponent = text.slice(exponentAt + 1);
  if (!/^[+-]?\d+$/.test(exponent)) return null;
  const plain = withoutExponent(text.slice(0, exponentAt), Number(exponent));
  return plain === null ? null : parsePlain(plain);
}

/** Two digits after the point are kept and the third decides the rounding: whatever follows cannot change it. */
function parsePlain(text: string): number | null {
  const [, sign, whole = '', decimals = ''] = plainDecimal.exec(text) ?? [];
  if (whole === '' && decimals === '') return null;
  // A text of digits only becomes the number nearest to it, so up to the limit it is exact.
  const roundUp = decimals.charCodeAt(2) >= five ? 1 : 0;
  const amount = Number(whole + decimals.slice(0, 2).padEnd(2, '0')) + roundUp;
  return sign === '-' && amount !== 0 ? -amount : amount;
}

/** Moves the point by the exponent. Exponents that can only mean nothing or too much are not written out: `1e999999999` must not cost a gigabyte. */
function withoutExponent(mantissa: string, exponent: number): string | null {
  const match = plainDecimal.exec(mantissa);
  const digits = `${match?.[2] ?? ''}${match?.[3] ?? ''}`;
  if (!match || digits === '') return null;
  const significant = digits.replace(/^0+/, '');
  const point = (match[2] ?? '').length - (digits.length - significant.length) + exponent;
  if (significant === '' || point < -2) return '0';
  const sign = match[1] ?? '';
  if (point > 17) return sign + tooLarge;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${significant}`;
  return `${sign}${significant.slice(0, point).padEnd(point, '0')}.${significant.slice(point)}`;
}
