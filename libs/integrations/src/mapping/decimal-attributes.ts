import { currencyExponent, type CustomAttributeData, type SystemDriver } from '@sync/records';
import { rounded, sum } from './decimal';

/**
 * The amounts of a record as decimal text, under `<driver>.<name>.decimal`, beside their minor units of a hundredth. Only where a
 * hundredth is not the currency's minor unit, and then with `<driver>.currency_exponent`: JPY 24286, KWD 12.345. Without a known
 * currency the amount keeps the decimals it came with.
 */
export function decimalAttributes(
  driver: SystemDriver,
  currency: string | null,
  amounts: Readonly<Record<string, unknown>>,
): CustomAttributeData[] {
  const exponent = currency === null ? null : currencyExponent(currency);
  if (exponent === 2) return [];
  const attributes: CustomAttributeData[] = exponent === null ? [] : [{ key: `${driver}.currency_exponent`, value: exponent }];
  for (const name of Object.keys(amounts)) {
    const decimal = exponent === null ? sum([amounts[name]]) : rounded(amounts[name], exponent);
    if (decimal !== null) attributes.push({ key: `${driver}.${name}.decimal`, value: decimal });
  }
  return attributes;
}
