import fc from 'fast-check';
import { cleanDeep, cleanText, isStorable } from './clean-text';

const storable = (text: string): boolean => !text.includes('\0') && Buffer.from(text, 'utf8').toString('utf8') === text;

describe('cleanText and cleanDeep remove what Postgres cannot store', () => {
  it.each([
    ['a\0b', 'ab'],
    ['\ud800x', 'x'],
    ['x\udc00', 'x'],
    ['\udc00\ud800', ''],
    ['Danke 🙏', 'Danke 🙏'],
    ['\u202Eabc', '\u202Eabc'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it('makes every text storable and changes no storable text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('\0', '\ud800', '\udfff', 'a', '🙏')), (text, parts) => {
        const odd = text + parts.join('');
        expect(isStorable(odd)).toBe(storable(odd));
        expect(storable(cleanText(odd))).toBe(true);
        if (storable(text)) expect(cleanText(text)).toBe(text);
      }),
    );
  });

  it('cleans values and property names at every level', () => {
    const dirty = { 'na\0me': ['x\0', { inner: '\ud800y', ok: 1 }], clean: 'z', none: null };
    expect(cleanDeep<unknown>(dirty)).toEqual({ name: ['x', { inner: 'y', ok: 1 }], clean: 'z', none: null });
  });

  it('returns a clean value itself', () => {
    const clean = { a: ['b', { c: 1 }] };
    expect(cleanDeep(clean)).toBe(clean);
  });

  it('keeps a member called __proto__ a member', () => {
    const cleaned = cleanDeep(JSON.parse('{"__proto__": {"polluted": "a\\u0000"}}') as object);
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype);
    expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"polluted":"a"}}');
  });
});
