import { withOverrides } from './text-overrides';

const texts = { save: 'Save', retry: 'Try again' };

describe('text overrides of the page', () => {
  it('replace any string, also with an empty one', () => {
    expect(withOverrides(texts, { save: 'Apply' })).toEqual({ save: 'Apply', retry: 'Try again' });
    expect(withOverrides(texts, { save: '', retry: '<b>' })).toEqual({ save: '', retry: '<b>' });
  });

  it.each([undefined, null, 'save', 5, [], { save: 1, retry: null }, { other: 'x' }, JSON.parse('{"__proto__": {"save": "x"}}')])(
    'ignore unknown keys and values that are not strings: %j',
    (overrides) => {
      expect(withOverrides(texts, overrides)).toMatchObject(texts);
    },
  );
});
