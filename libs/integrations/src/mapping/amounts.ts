import { isBeyondMinorUnits, toMinorUnits } from '@sync/records';
import { text, UnmappableRow } from './platform-values';

class AmountTooLarge extends Error {}

/**
 * Like `toMinorUnits`, for an amount that a record requires: an amount too large to store throws instead of counting as absent.
 * Only within `unlessTooLarge`.
 */
export function requiredAmount(value: unknown): number | null {
  const amount = toMinorUnits(value);
  if (amount === null && isBeyondMinorUnits(value)) throw new AmountTooLarge();
  return amount;
}

/** Maps the order, unless one of its amounts is too large to store. */
export function unlessTooLarge<T>(orderId: string, map: () => T): T | UnmappableRow {
  try {
    return map();
  } catch (error) {
    if (error instanceof AmountTooLarge) return new UnmappableRow(orderId, 'the order has an amount that is too large');
    throw error;
  }
}

/** A quantity rounded half away from zero, like money. `exact` is its text if it is fractional. Only within `unlessTooLarge`. */
export function wholeQuantity(value: unknown): { rounded: number; exact: string | null } {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { rounded: value + 0, exact: null };
  const hundredths = requiredAmount(value);
  if (hundredths === null) return { rounded: 0, exact: null };
  const size = Math.floor((Math.abs(hundredths) + 50) / 100);
  const rounded = hundredths < 0 && size > 0 ? -size : size;
  return { rounded, exact: rounded * 100 === hundredths ? null : text(value) };
}
