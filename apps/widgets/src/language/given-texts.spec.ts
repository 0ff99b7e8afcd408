import { withGiven } from './given-texts';

const texts = { save: 'Save', retry: 'Try again' };

describe('texts that the page gives', () => {
  it('every string is overridable', () => {
    expect(withGiven(texts, { save: 'Apply' })).toEqual({ save: 'Apply', retry: 'Try again' });
    expect(withGiven(texts, { save: '', retry: '<b>' })).toEqual({ save: '', retry: '<b>' });
  });

  it.each([undefined, null, 'save', 5, [], { save: 1, retry: null }, { other: 'x' }, JSON.parse('{"__proto__": {"save": "x"}}')])(
    'unknown names change nothing, nor does what is no string: %j',
    (given) => {
      expect(withGiven(texts, given)).toMatchObject(texts);
    },
  );
});
