/** A search whose results are listed newest first. */
export interface Search {
  /** SQL of the ids among the newest rows of the list that match. */
  amongNewest: string;
  /** SQL of every id that matches, which an index finds. */
  all: string;
}

/** Rows that a search looks at before it asks the index. */
export const newestLookedAt = 200;

/**
 * SQL of the newest ids that match. An index of texts finds matches in no order, so a common text would cost as much as it has matches:
 * such a text fills the page from the newest rows.
 */
export function newestMatches({ amongNewest, all }: Search, limit: number): string {
  return `
  with newest_match as materialized (
    select id from (${amongNewest}) matching order by id desc limit ${limit}
  ), every_match as materialized (
    select id from (${all}) matching where (select count(*) from newest_match) < ${limit}
  )
  select id from newest_match union select id from every_match order by id desc limit ${limit}`;
}
