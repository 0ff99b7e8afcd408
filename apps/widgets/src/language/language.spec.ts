import { interpolate, localeOf } from './language';

describe('the locale of a tag', () => {
  it.each([
    ['de-AT', 'de', 'de-AT', 'ltr'],
    ['pt_BR', 'pt', 'pt-BR', 'ltr'],
    ['EN', 'en', 'en', 'ltr'],
    [' tr ', 'tr', 'tr', 'ltr'],
    ['ar-EG', 'ar', 'ar-EG', 'rtl'],
    ['zh-Hans', 'en', 'en', 'ltr'],
    ['not a tag', 'en', 'en', 'ltr'],
    ['', 'en', 'en', 'ltr'],
  ])('%j: texts in %s, dates as %s, %s', (given, language, tag, direction) => {
    expect(localeOf(given)).toEqual({ language, tag, direction });
  });
});

describe('interpolate', () => {
  it.each([
    ['{time} of {time}, {other}', { time: '5 min' }, '5 min of 5 min, {other}'],
    ['<{a}>', { a: '$&{a}' }, '<$&{a}>'],
    ['{constructor} {__proto__}', {}, '{constructor} {__proto__}'],
  ])('%j with %j gives %j', (template, values, text) => {
    expect(interpolate(template, values as Record<string, string>)).toBe(text);
  });
});
