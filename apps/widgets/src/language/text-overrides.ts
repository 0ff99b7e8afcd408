/** Replaces texts by those the page gives under the same keys. Ignores values that are not strings. */
export function withOverrides<T extends object>(texts: T, overrides: unknown): T {
  return { ...texts, ...Object.fromEntries(Object.entries(overrides ?? {}).filter(([, text]) => typeof text === 'string')) };
}
