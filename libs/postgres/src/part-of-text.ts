/** A pattern for `like` that finds the text anywhere. */
export function partOfText(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
