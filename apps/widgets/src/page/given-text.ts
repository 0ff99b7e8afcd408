/** What a page gives in an attribute or a property, which may be any object, such as a URL. Nothing but blanks is nothing. */
export function givenText(value: unknown): string | undefined {
  return String(value ?? '').trim() || undefined;
}
