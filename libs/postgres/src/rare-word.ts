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
 * SQL of a pattern of one word of the text that few of the newest rows have, if there is one. An index of trigrams reads each piece of
 * three letters for all rows that have it, and texts share many of theirs, such as https and com. `text`: SQL of a text in lower case.
 */
export const rareWordOf = (text: string, { table, lowerCase }: SearchedTexts): string => `
  select '%' || word || '%' as pattern
  from (select (regexp_matches(${text}, '[[:alnum:]]{3,}', 'g'))[1] as word) words
  cross join lateral (
    select count(*) as times
    from (select ${lowerCase} as searched from ${table} order by id desc limit ${newestLookedAt}) newest where position(word in searched) > 0
  ) found
  where times <= ${newestLookedAt * rareShare} order by times, length(word) desc limit 1`;
