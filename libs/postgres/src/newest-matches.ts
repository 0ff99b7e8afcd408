/** A search whose results are listed newest first. */
export interface Search {
  /** SQL of what the index looks up in each of the texts searched, by the name under which the other statements find it (`searchPattern`). */
  patterns: Readonly<Record<string, string>>;
  /** SQL of the ids among the newest rows of the list that match. */
  amongNewest: string;
  /** SQL of every id that matches, which an index finds. */
  all: string;
}

/** Rows that a search looks at before it asks the index. */
export const newestLookedAt = 200;

/**
 * SQL of the newest ids that match. An index of texts finds matches in no order, so a common text would cost as much as it has matches:
 * such a text fills the page from the newest rows. A text with a rare word in it is asked of the index at once.
 */
export function newestMatches({ patterns, amongNewest, all }: Search, limit: number): string {
  const isCommon = Object.keys(patterns).map((name) => `not (select is_rare from ${name})`);
  return `
  with ${withPatterns(patterns)}, newest_match as materialized (
    select id from (${amongNewest}) matching where ${isCommon.join(' or ')} order by id desc limit ${limit}
  ), every_match as materialized (
    select id from (${all}) matching where (select count(*) from newest_match) < ${limit}
  )
  select id from newest_match union select id from every_match order by id desc limit ${limit}`;
}

/** The same where no index gives the rows in their order, because they are few. */
export function matchesOfFew({ patterns, all }: Pick<Search, 'patterns' | 'all'>, limit: number): string {
  return `with ${withPatterns(patterns)} select distinct id from (${all}) matching order by id desc limit ${limit}`;
}

const withPatterns = (patterns: Search['patterns']): string =>
  Object.entries(patterns)
    .map(([name, pattern]) => `${name} as materialized (${pattern})`)
    .join(', ');
