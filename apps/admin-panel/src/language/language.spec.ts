import { relativeTime } from './formats';
import { chooseLanguage, filled, languages, localeOf, texts, type Language, type TextKey } from './language';

const keys = Object.keys(texts.en) as TextKey[];
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('texts', () => {
  it.each(languages)('%s says everything, with the same values in it', (language) => {
    expect(Object.keys(texts[language]).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect([key, texts[language][key].trim()]).not.toEqual([key, '']);
      expect([key, placeholders(texts[language][key])]).toEqual([key, placeholders(texts.en[key])]);
    }
  });

  it.each([
    [[null, 'de-AT', 'en'], 'de'],
    [['fr', 'EN-gb'], 'en'],
    [['en', 'de'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
    [['C', 'de_DE.UTF-8'], 'de'],
    [['', 'POSIX'], 'en'],
  ])('of the wished languages %j: %s', (wished, language) => expect(chooseLanguage(wished)).toBe(language));

  it.each<[Language, string[], string]>([
    ['en', ['de-DE', 'en-GB'], 'en-GB'],
    ['de', ['en-GB'], 'de'],
    ['en', ['en-US@posix'], 'en-US'],
    ['de', ['de_AT.UTF-8'], 'de-AT'],
    ['en', ['C'], 'en'],
    ['en', ['', 'en-', 'en-GB'], 'en-GB'],
    ['en', ['en-US-posix-toolong'], 'en-US-posix-toolong'],
    ['en', [], 'en'],
  ])('dates in %s for a browser of %j follow %s', (language, wished, locale) => {
    expect(localeOf(language, wished)).toBe(locale);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
  });

  it('fills in values, and leaves an unknown name as it is', () => {
    expect(filled('{done} of {total}', { done: 0 })).toBe('0 of {total}');
  });
});

describe('relative times', () => {
  const now = Date.parse('2026-01-05T12:00:00Z');

  it.each([
    ['2026-01-05T11:59:58Z', '2 seconds ago'],
    ['2026-01-05T10:59:00Z', '1 hour ago'],
    ['2026-01-03T11:00:00Z', '2 days ago'],
    ['2026-02-04T13:00:00Z', 'in 30 days'],
    ['2026-01-05T12:00:00Z', 'now'],
  ])('%s: %s', (instant, text) => expect(relativeTime('en', instant, now)).toBe(text));
});
