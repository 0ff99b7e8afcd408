/** Currencies of ISO 4217 whose minor unit is not a hundredth, by the number of their decimals. */
const exponents: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const byCurrency = new Map(
  Object.entries(exponents).flatMap(([exponent, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(exponent)])),
);

/** Decimals of a currency (ISO 4217 code in capitals): 0 for JPY, 3 for KWD, 2 for most and for unknown ones. */
export function currencyExponent(currency: string): number {
  return byCurrency.get(currency) ?? 2;
}
