/** What the page gives as a level: 1 to 6, 2 for anything else. */
export function headingLevel(given: unknown): number {
  return Math.min(Math.max(Math.trunc(Number(given)) || 2, 1), 6);
}
