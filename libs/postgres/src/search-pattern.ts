import { newestLookedAt } from './newest-matches';

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
