/** An object within a record. */
export type Members = Readonly<Record<string, string | boolean | null>>;

/** Members of an address as they are read: what stands together is one line. */
const addressLines = [
  ['company'],
  ['first_name', 'last_name'],
  ['address1'],
  ['address2'],
  ['postal_code', 'city'],
  ['region'],
  ['country'],
];

/** An amount in minor units, which are hundredths in every currency. */
export function moneyText(locale: string, amount: number, currency: string | null): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const isCurrency = currency !== null && /^[A-Z]{3}$/.test(currency);
  return new Intl.NumberFormat(locale, isCurrency ? { ...decimals, style: 'currency', currency } : decimals).format(amount / 100);
}

/** An address on one line. */
export function addressText(address: Members): string {
  const lines = addressLines.map((names) => names.flatMap((name) => address[name] ?? []).join(' '));
  return lines.filter((line) => line !== '').join(', ');
}
