const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** An amount as decimal text with that many decimals, rounded half away from zero by its digits. Null for everything that is no decimal. */
export function fixed(amount: unknown, decimals: number): string | null {
  const [, sign, whole = '', fraction = ''] = decimal.exec(String(amount).trim()) ?? [];
  if (sign === undefined) return null;
  const padded = fraction.padEnd(decimals + 1, '0');
  const kept = BigInt(whole + padded.slice(0, decimals)) + (Number(padded[decimals]) >= 5 ? 1n : 0n);
  const digits = kept.toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return (kept === 0n ? '' : sign) + text;
}

/** Hundredths, as the service keeps every currency. Null for everything that is no decimal. */
export function minor(amount: unknown): number | null {
  const text = fixed(amount, 2);
  return text === null ? null : Number(text.replace('.', ''));
}

/** The exact sum or difference of decimals of at most 12 decimal places, as decimal text. */
export function total(amounts: readonly unknown[], minus: readonly unknown[] = []): string | null {
  const scaled = (amount: unknown) => {
    const text = fixed(amount, 12);
    return text === null ? null : BigInt(text.replace('.', ''));
  };
  const parts = [...amounts.map(scaled), ...minus.map(scaled).map((part) => (part === null ? null : -part))];
  if (parts.includes(null)) return null;
  const sum = parts.reduce<bigint>((all, part) => all + (part ?? 0n), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(13, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
}

/** The exact product of a decimal and a whole number. */
export function times(amount: unknown, factor: number): string | null {
  return total(Array.from({ length: factor }, () => amount));
}

/** Attributes beside the hundredths, for a currency of the rig whose own unit is another. */
export function decimalAttributes(currency: string, amounts: Record<string, unknown>): Record<string, unknown> {
  const places = { JPY: 0, KWD: 3 }[currency];
  if (places === undefined) return {};
  const decimals = Object.entries(amounts).map(([name, amount]) => [`${name}.decimal`, fixed(amount, places)]);
  return { currency_exponent: places, ...Object.fromEntries(decimals) };
}
