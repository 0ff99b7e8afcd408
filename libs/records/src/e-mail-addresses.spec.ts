import { addressesIn, namedIn, needleOf, plainAddress, withoutAddresses } from './e-mail-addresses';

const erika = 'erika@example.com';

describe('an e-mail address', () => {
  it('is compared without regard to case, surrounding spaces and the form of its characters', () => {
    for (const spelling of ['Erika@Example.COM', ' erika@example.com\n']) expect(plainAddress(spelling)).toBe(erika);
    expect(plainAddress('J\u00d6RG@example.com')).toBe(plainAddress('jo\u0308rg@example.com'));
  });

  it.each([
    erika,
    'Ask Erika@Example.com.',
    '<erika@example.com>, and others',
    'mailto:erika@example.com?subject=x',
    'https://shop.example/?mail=erika@example.com&x=1',
    "'erika@example.com'",
    '{"to":"erika@example.com"}',
    'first@example.com;erika@example.com',
    `${'x'.repeat(100_000)} erika@example.com`,
  ])('is found in a text: %.60s', (text) => {
    expect(addressesIn(text)).toContain(erika);
    expect(namedIn([{ deep: text }], erika)).toBe(true);
    expect(withoutAddresses(text, (plain) => plain === erika)).toMatch(/\[erased\]/);
    expect(withoutAddresses(text, (plain) => plain === erika).toLowerCase()).not.toContain(erika);
  });

  it.each(['merika@example.com', 'erika@example.community', 'erika@example.com.au', 'erika at example.com', 'erika@', '@example.com', ''])(
    'is not found in that of another person, or in none: %s',
    (text) => {
      expect(namedIn({ text }, erika)).toBe(false);
      expect(withoutAddresses(text, (plain) => plain === erika)).toBe(text);
    },
  );

  it('is looked for by a part that any text holds that names it', () => {
    expect(needleOf(erika)).toBe(erika);
    expect(needleOf('jörg@example.com')).toBe('rg@example.com');
    for (const address of ['jörg@example.com', 'a\u0308@b.de']) expect(address.toLowerCase()).toContain(needleOf(address));
  });
});
