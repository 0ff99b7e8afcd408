import type { ColumnOptions } from 'typeorm';

/** Of numbers below 2^53. pg gives a bigint as text. */
export const bigintAsNumber: ColumnOptions['transformer'] = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (value: unknown) => value,
};
