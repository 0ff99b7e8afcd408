import { idChunks } from '../mapping/id-chunks';

/** Filters that match these ids, as many as URLs of bounded length need. */
export function idFilters(ids: readonly string[]): string[] {
  return idChunks(ids).map(idFilter);
}

/** `[1|2|3]` matches any of these; a comma would mean a range. */
export function idFilter(ids: readonly string[]): string {
  return `[${ids.join('|')}]`;
}
