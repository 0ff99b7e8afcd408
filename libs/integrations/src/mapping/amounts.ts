import { isBeyondMinorUnits, toMinorUnits } from '@sync/records';
import { UnmappableRow } from './platform-values';

class UnheldAmount extends Error {}

/** Like `toMinorUnits`, for an amount that a record must have: one that is there and too large to be held is not taken for none. Only within `withHeldAmounts`. */
export function amountOf(value: unknown): number | null {
  const amount = toMinorUnits(value);
  if (amount === null && isBeyondMinorUnits(value)) throw new UnheldAmount();
  return amount;
}

/** The order, unless it has an amount that cannot be held. */
export function withHeldAmounts<T>(orderId: string, map: () => T): T | UnmappableRow {
  try {
    return map();
  } catch (error) {
    if (error instanceof UnheldAmount) return new UnmappableRow(orderId, 'the order has an amount that is too large');
    throw error;
  }
}
