/** An attribute or property of the page as text. Properties may hold any object, such as a URL; blank values count as missing. */
export function trimmedText(value: unknown): string | undefined {
  return String(value ?? '').trim() || undefined;
}
