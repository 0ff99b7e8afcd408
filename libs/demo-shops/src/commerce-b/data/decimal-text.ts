/** Amounts are whole millionths, so that sums are exact. */
export const unit = 1_000_000;

/** "12.340000", as the shop writes every amount. */
export function decimalText(millionths: number): string {
  const sign = millionths < 0 ? '-' : '';
  const digits = String(Math.abs(millionths)).padStart(7, '0');
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** To hundredths, which is where the shop rounds the sums of an order. */
export function roundedToCents(millionths: number): number {
  return Math.round(millionths / 10_000) * 10_000;
}
