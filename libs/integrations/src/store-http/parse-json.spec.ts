import fc from 'fast-check';
import { parseJson, UnreadableJson } from './parse-json';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

describe('parseJson keeps integers beyond 2^53 as text', () => {
  it.each([
    ['{"id":9007199254740993}', { id: '9007199254740993' }],
    ['{"id":-9007199254740993 }', { id: '-9007199254740993' }],
    ['[12345678901234567890,1]', ['12345678901234567890', 1]],
    ['{"id" : \n 99999999999999999999}', { id: '99999999999999999999' }],
    ['{"id":9007199254740991}', { id: 9007199254740991 }],
    ['{"id":1234567890123456}', { id: 1234567890123456 }],
    ['{"price":0.1234567890123456789}', { price: 0.1234567890123456789 }],
    ['{"price":1234567890123456789.5}', { price: 1234567890123456789.5 }],
    ['{"price":1e20}', { price: 1e20 }],
    ['{"text":"a:12345678901234567890,b"}', { text: 'a:12345678901234567890,b' }],
    ['{"t":"\\\\","id":12345678901234567890}', { t: '\\', id: '12345678901234567890' }],
    ['{"t":"\\"[12345678901234567890,","id":12345678901234567890}', { t: '"[12345678901234567890,', id: '12345678901234567890' }],
    ['12345678901234567890', '12345678901234567890'],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it('and changes nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const bigAsText = (_name: string, member: unknown): unknown =>
          typeof member === 'number' && Number.isInteger(member) && !Number.isSafeInteger(member) && !String(member).includes('e')
            ? String(member)
            : member;
        expect(parse(text)).toEqual(JSON.parse(text, bigAsText));
      }),
      { numRuns: 500 },
    );
  });

  it('at any position', () => {
    fc.assert(
      fc.property(fc.bigInt(2n ** 53n, 10n ** 30n), fc.string(), fc.string(), (id, name, text) => {
        expect(parse(`{${JSON.stringify(`k${name}`)}:[{"a":${JSON.stringify(text)},"id":${id}}]}`)).toEqual({
          [`k${name}`]: [{ a: text, id: String(id) }],
        });
      }),
    );
  });
});

describe('parseJson', () => {
  it.each([
    ...['NaN', '[1', '{"a":', '<html>', 'Warning: x in y\n[]', '[1234567890123456789, "cut', '{"a":"\u0001"}'].map((text) => [
      text,
      'a body that is not JSON',
    ]),
    ['', 'an empty body'],
    [' ', 'an empty body'],
  ])('rejects %j as %s, without quoting it', (text = '', reason) => {
    const error = (() => {
      try {
        return parse(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toEqual(new UnreadableJson(reason));
  });

  it.each([
    ['lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
    ['lists with neighbours', '[1,'.repeat(100) + '1' + ',1]'.repeat(100)],
  ])('rejects deeply nested %s', (_name, text) => {
    expect(() => parse(text)).toThrow('too deeply nested JSON');
  });

  it('drops byte order marks', () => {
    expect(parse('\uFEFF[1]')).toEqual([1]);
    expect(parse('\uFEFF\uFEFF[1]')).toEqual([1]);
  });

  it('is safe from prototype pollution', () => {
    const value = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('parseJson drops unstorable characters', () => {
  it.each([
    ['"a\\u0000b"', 'ab'],
    ['"\\ud83d\\ude4f"', '🙏'],
    ['"\\ud83dx"', 'x'],
    ['"x\\ude4f"', 'x'],
    ['"\\uD83D\\uD83D\\uDE4F"', '🙏'],
    ['"\\\\u0000"', '\\u0000'],
    ['{"k\\u0000":1}', { k: 1 }],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });
});
