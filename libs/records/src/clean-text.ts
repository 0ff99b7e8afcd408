/** With the `u` flag a surrogate pair is one character, so only lone surrogates match. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Whether Postgres can store the text: it takes neither NUL nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Removes what Postgres cannot store. */
export function cleanText(text: string): string {
  return isStorable(text) ? text : text.replace(unstorable, '');
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
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => isClean(name) && isClean(member));
}
