import { InLanguages, sameInLanguages } from './languages';
import type { ShopSetup } from './shop-setup';

export type CurrencyCode = 'EUR' | 'USD' | 'JPY' | 'GBP' | 'KWD';

interface Currency {
  id: number;
  iso: CurrencyCode;
  name: string;
  german?: string;
  symbol: string;
  numeric: string | null;
  precision: string;
  /** Units of it for one euro. */
  rate: number;
  active: boolean;
}

export const currencies: readonly Currency[] = [
  { id: 1, iso: 'EUR', name: 'Euro', symbol: '€', numeric: '978', precision: '2', rate: 1, active: true },
  { id: 2, iso: 'USD', name: 'US Dollar', german: 'US-Dollar', symbol: '$', numeric: null, precision: '2', rate: 1.08, active: true },
  { id: 3, iso: 'JPY', name: 'JPY', symbol: '¥', numeric: null, precision: '0', rate: 162.5, active: true },
  { id: 4, iso: 'GBP', name: 'GBP', symbol: '£', numeric: null, precision: '2', rate: 0.85, active: false },
  { id: 5, iso: 'KWD', name: 'KWD', symbol: 'KWD', numeric: null, precision: '3', rate: 0.33, active: false },
];

export function currencyOf(iso: CurrencyCode): Currency {
  return currencies.find((currency) => currency.iso === iso) as Currency;
}

/** Units of the currency for one of the shop's default currency. */
export function conversionRate({ currency }: ShopSetup, to: Currency): number {
  return to.rate / currencyOf(currency).rate;
}

/** `names` is in the shop's languages, `name` is not. */
export function currencyRecords(setup: ShopSetup): Record<string, unknown>[] {
  return currencies.map((currency) => ({
    id: currency.id,
    names: new InLanguages(setup.languages.map((language) => (language === 'de' ? (currency.german ?? currency.name) : currency.name))),
    name: currency.name,
    symbol: sameInLanguages(setup.languages, currency.symbol),
    iso_code: currency.iso,
    numeric_iso_code: currency.numeric,
    precision: currency.precision,
    conversion_rate: conversionRate(setup, currency).toFixed(6),
    deleted: '0',
    active: currency.active ? '1' : '0',
    unofficial: '0',
    modified: '0',
    pattern: sameInLanguages(setup.languages, ''),
  }));
}
