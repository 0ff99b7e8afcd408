/**
 * The condition that a text has the search text anywhere in it, in any case: SQL, of SQL that gives the text in lower case. Appends the
 * pattern to `parameters`.
 */
export function partOfText(search: string, parameters: unknown[]): (lowerCase: string) => string {
  const pattern = `$${parameters.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`;
  return (lowerCase) => `${lowerCase} like lower(${pattern}::text)`;
}
