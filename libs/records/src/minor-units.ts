const plainDecimal = /^([+-]?)(\d*)\.?(\d*)$/;
const five = '5'.charCodeAt(0);
const tooLarge = '9'.repeat(18);

/**
 * Converts a platform's amount (decimal text or number) to minor units: exact decimal arithmetic on the text, x100 for
 * every currency, rounded half away from zero. Null when absent, empty, not numeric, or beyond Number.MAX_SAFE_INTEGER.
 */
export function toMinorUnits(value: unknown): number | null {
  const amount = read(value);
  return amount === null || Math.abs(amount) > Number.MAX_SAFE_INTEGER ? null : amount;
}

/** True for a number that is too large for `toMinorUnits`, as opposed to a value that is no number. */
export function isBeyondMinorUnits(value: unknown): boolean {
  return Math.abs(read(value) ?? 0) > Number.MAX_SAFE_INTEGER;
}

/** Exact within the safe range. Beyond it, the result is only known to be beyond. */
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

/** Keeps two decimals. The third one decides the rounding, and later digits cannot change it. */
function parsePlain(text: string): number | null {
  const [, sign, whole = '', decimals = ''] = plainDecimal.exec(text) ?? [];
  if (whole === '' && decimals === '') return null;
  // Digits alone parse to the nearest double, which is exact within the safe range.
  const roundUp = decimals.charCodeAt(2) >= five ? 1 : 0;
  const amount = Number(whole + decimals.slice(0, 2).padEnd(2, '0')) + roundUp;
  return sign === '-' && amount !== 0 ? -amount : amount;
}

/** Moves the decimal point by the exponent. Extreme exponents are not expanded: `1e999999999` must not allocate a gigabyte. */
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
