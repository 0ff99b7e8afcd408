import { givenText } from './given-text';

describe('what a page gives as a text', () => {
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
    expect(givenText(given)).toBe(text);
  });
});
