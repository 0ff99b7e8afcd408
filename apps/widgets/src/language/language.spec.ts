import { filled, localeOf } from './language';

describe('the language of a widget', () => {
  it.each([
    ['de-AT', 'de', 'de-AT'],
    ['pt_BR', 'pt', 'pt-BR'],
    ['EN', 'en', 'en'],
    [' tr ', 'tr', 'tr'],
    ['zh-Hans', 'en', 'en'],
    ['not a tag', 'en', 'en'],
    ['', 'en', 'en'],
  ])('%j: English when it is not among ours', (wanted, language, tag) => {
    expect(localeOf(wanted)).toEqual({ language, tag, direction: 'ltr' });
  });

  it('Arabic is read from right to left', () => {
    expect(localeOf('ar-EG')).toEqual({ language: 'ar', tag: 'ar-EG', direction: 'rtl' });
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
