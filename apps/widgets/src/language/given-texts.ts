/** The texts, with those in their place that the page gives under their names; what is not a string counts for nothing. */
export function withGiven<T extends object>(texts: T, given: unknown): T {
  return { ...texts, ...Object.fromEntries(Object.entries(given ?? {}).filter(([, text]) => typeof text === 'string')) };
}
