import { faultOf } from './payload';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body', () => {
  it.each([
    '{}',
    '[]',
    'null',
    'true',
    '1',
    '-1.5e300',
    '"x"',
    ' {"id": 5} \n',
    '{"a":1,"a":2}',
    '"\\u0000"',
    '"\\ud83d"',
    '"ä€😀"',
    '{"__proto__":1}',
    '\ufeff{"id":5}',
    nested(32),
  ])('%s is JSON', (text) => {
    expect(faultOf(Buffer.from(text))).toBeNull();
  });

  it.each(['', ' ', '{', '{"id":5', '{"id":5}}', "{'id':5}", 'id=5', 'NaN', '\ufeff', ' \ufeff{}', '"\n"', '<a/>', '{"id":5,}'])(
    '%j is not JSON',
    (text) => {
      expect(faultOf(Buffer.from(text))).toBe('The body is not JSON.');
    },
  );

  it.each([
    ['half of a character', [0x22, 0xc3, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe4, 0x22]],
    ['NUL', [0x22, 0x00, 0x22]],
    ['UTF-16', [...Buffer.from('{}', 'utf16le')]],
  ])('%s is not JSON in UTF-8', (_, bytes) => {
    expect(faultOf(Buffer.from(bytes))).toBe('The body is not JSON.');
  });
});

describe('limits', () => {
  it.each([33, 5_000, 500_000])('%d levels are too deep, found without descending further', (depth) => {
    expect(faultOf(Buffer.from(nested(depth)))).toMatch(/more than 32 levels/);
    expect(faultOf(Buffer.from(`{"a":${nested(depth - 1)}}`))).toMatch(/more than 32 levels/);
  });

  it('refuse more than 100,000 members', () => {
    expect(faultOf(Buffer.from(JSON.stringify(Array(100_000).fill(1))))).toBeNull();
    expect(faultOf(Buffer.from(JSON.stringify({ a: Array(100_000).fill(1) })))).toMatch(/more than 100000 members/);
  });
});
