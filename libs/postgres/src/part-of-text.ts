/** A pattern for `ilike` that finds the text anywhere. */
export function partOfText(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
