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

/** Texts that a search looks through. */
export interface SearchedTexts {
  table: string;
  /** SQL of a row's text in lower case. */
  lowerCase: string;
}

/** Part of the newest rows that have a rare word, at most. */
const rareShare = 0.01;

/**
 * SQL of one row with the `pattern` to look up for a text: one word of it that few of the newest rows have (`is_rare`), or else the
 * whole. An index of trigrams reads each piece of three letters for all rows that have it, and texts share many of theirs, such as
 * https and com. `text` and `whole`: SQL of the text and of its pattern, in lower case.
 */
export const searchPattern = (text: string, whole: string, { table, lowerCase }: SearchedTexts): string => `
  with newest as materialized (
    select ${lowerCase} as searched from ${table} order by id desc limit ${newestLookedAt}
  ), rare as materialized (
    select '%' || word || '%' as pattern
    from (select (regexp_matches(${text}, '[[:alnum:]]{3,}', 'g'))[1] as word) words
    cross join lateral (select count(*) as times from newest where position(word in searched) > 0) found
    where times <= ${newestLookedAt * rareShare} order by times, length(word) desc limit 1
  )
  select coalesce((select pattern from rare), ${whole}) as pattern, exists (select from rare) as is_rare`;

/** A pattern for `like` that finds the text anywhere. */
export function partOfText(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
