import { text } from './platform-values';

interface Decimal {
  /** The value times ten to the power of `scale`. */
  unscaled: bigint;
  scale: number;
}

const plainDecimal = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?$/;

/** `minuend - subtrahend` as exact decimal text; null if either is no plain decimal number. */
export function difference(minuend: unknown, subtrahend: unknown): string | null {
  const [first, second] = [parse(minuend), parse(subtrahend)];
  if (!first || !second) return null;
  const scale = Math.max(first.scale, second.scale);
  return write({ unscaled: atScale(first, scale) - atScale(second, scale), scale });
}

/** `first x second` as exact decimal text; null if either is no plain decimal number. */
export function product(first: unknown, second: unknown): string | null {
  const [left, right] = [parse(first), parse(second)];
  return left && right ? write({ unscaled: left.unscaled * right.unscaled, scale: left.scale + right.scale }) : null;
}

/** The exact sum as decimal text; values that are no plain decimal number count as nothing. Null if none is one. */
export function sum(values: readonly unknown[]): string | null {
  const terms = values.map(parse).filter((term) => term !== null);
  if (terms.length === 0) return null;
  const scale = Math.max(...terms.map((term) => term.scale));
  return write({ unscaled: terms.reduce((total, term) => total + atScale(term, scale), 0n), scale });
}

/** Decimal text with exactly this many decimals, rounded half away from zero; null if the value is no plain decimal number. */
export function rounded(value: unknown, decimals: number): string | null {
  const number = parse(value);
  if (!number) return null;
  if (number.scale <= decimals) return write({ unscaled: atScale(number, decimals), scale: decimals });
  const divisor = 10n ** BigInt(number.scale - decimals);
  const half = number.unscaled < 0n ? -divisor / 2n : divisor / 2n;
  return write({ unscaled: (number.unscaled + half) / divisor, scale: decimals });
}

function parse(value: unknown): Decimal | null {
  const [, sign, whole = '', decimals = ''] = plainDecimal.exec(text(value)?.trim() ?? '') ?? [];
  if (whole === '' && decimals === '') return null;
  const size = BigInt(whole + decimals);
  return { unscaled: sign === '-' ? -size : size, scale: decimals.length };
}

function atScale({ unscaled, scale }: Decimal, wanted: number): bigint {
  return unscaled * 10n ** BigInt(wanted - scale);
}

function write({ unscaled, scale }: Decimal): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${unscaled < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}
