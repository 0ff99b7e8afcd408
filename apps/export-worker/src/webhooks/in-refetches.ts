/** See Integration.fetchRecords. */
const idsPerRefetch = 100;

/** Divides ids among tasks that read their records again. */
export function inRefetches(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsPerRefetch) }, (_, index) =>
    ids.slice(index * idsPerRefetch, (index + 1) * idsPerRefetch),
  );
}
