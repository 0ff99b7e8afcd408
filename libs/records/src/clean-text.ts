const unstorable = /\0|\p{Surrogate}/u;
const allUnstorable = new RegExp(unstorable, 'gu');

/** Without what Postgres cannot hold: NUL and lone surrogates (with the `u` flag a pair is one character and stays). */
export function cleanText(text: string): string {
  return unstorable.test(text) ? text.replace(allUnstorable, '') : text;
}

/** `cleanText` for every string and property name within a value of JSON's types; a value that is clean already is returned as it is. */
export function cleanDeep<T>(value: T): T;
export function cleanDeep(value: unknown): unknown {
  if (isClean(value)) return value;
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => cleanDeep(item));
  // Object.fromEntries defines properties: a member called `__proto__` stays a member.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]: [string, unknown]) => [cleanText(name), cleanDeep(member)]),
  );
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => !unstorable.test(name) && isClean(member));
}
