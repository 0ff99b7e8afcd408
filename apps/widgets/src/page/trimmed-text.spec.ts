import { trimmedText } from './trimmed-text';

describe('trimmed text of an attribute or property', () => {
  it.each<[unknown, string | undefined]>([
    ['commerce_a', 'commerce_a'],
    [' https://service.example \n', 'https://service.example'],
    [new URL('https://service.example/x'), 'https://service.example/x'],
    [5, '5'],
    [{}, '[object Object]'],
    ['', undefined],
    [' \n', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j: %j', (given, text) => {
    expect(trimmedText(given)).toBe(text);
  });
});
