import { filled, localeOf } from './language';

describe('the language of a widget', () => {
  it.each([
    [['de-AT', 'fr'], 'de', 'de-AT'],
    [['pt_BR'], 'pt', 'pt-BR'],
    [['EN'], 'en', 'en'],
    [[' tr '], 'tr', 'tr'],
    [[null, undefined, '', 'it'], 'it', 'it'],
    [['xx', 'nl-BE'], 'nl', 'nl-BE'],
    [['not a tag', 'pl'], 'pl', 'pl'],
    [['zh-Hans', 'ja'], 'en', 'en'],
    [[], 'en', 'en'],
  ])('%j: the first that is known, else English', (tags, language, tag) => {
    expect(localeOf(tags)).toEqual({ language, tag, direction: 'ltr' });
  });

  it('Arabic is read from right to left', () => {
    expect(localeOf(['ar-EG'])).toEqual({ language: 'ar', tag: 'ar-EG', direction: 'rtl' });
  });
});

describe('a template', () => {
  it('gets the values of its names; what nobody gives stays', () => {
    expect(filled('{time} of {time}, {other}', { time: '5 min' })).toBe('5 min of 5 min, {other}');
  });

  it('takes a value as text, whatever is in it', () => {
    expect(filled('<{a}>', { a: '$&{a}' })).toBe('<$&{a}>');
    expect(filled('{constructor} {__proto__}', {})).toBe('{constructor} {__proto__}');
  });
});
