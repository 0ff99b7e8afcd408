/** Also matches valid surrogate pairs, but is several times faster than a pattern with the `u` flag. */
const suspicious = /[\0\ud800-\udfff]/;
/** With the `u` flag a surrogate pair is one character, so only lone surrogates match. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Removes what Postgres cannot store: NUL and lone surrogates. */
export function cleanText(text: string): string {
  return suspicious.test(text) ? text.replace(unstorable, '') : text;
}

/** Applies `cleanText` to every string and property name in a JSON value. Returns a clean value as is. */
export function cleanDeep<T>(value: T): T;
export function cleanDeep(value: unknown): unknown {
  if (isClean(value)) return value;
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => cleanDeep(item));
  // Object.fromEntries defines properties, so a member called `__proto__` stays a member.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]: [string, unknown]) => [cleanText(name), cleanDeep(member)]),
  );
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return cleanText(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => isClean(name) && isClean(member));
}
