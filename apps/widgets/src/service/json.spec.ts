import { jsonOf, membersOf } from './json';

const polluted = (target: object, name: string, value: unknown, act: () => void) => {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
  try {
    act();
  } finally {
    Reflect.deleteProperty(target, name);
  }
};

describe('the members of an object', () => {
  it('are its own, and none of anything else', () => {
    polluted(Object.prototype, 'details', 'x', () => {
      expect([membersOf({ a: 1 }), membersOf(null), membersOf('text')].map(({ a, details }) => [a, details])).toEqual([
        [1, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ]);
    });
  });

  it('may have any name', () => {
    expect(Object.entries(membersOf(JSON.parse('{"__proto__": 1, "constructor": 2}')))).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

describe('JSON', () => {
  const value = { a: ['b', 1, null], __proto: { c: true } };

  it.each([
    ['Object.prototype', Object.prototype],
    ['Array.prototype', Array.prototype],
    ['String.prototype', String.prototype],
    ['Number.prototype', Number.prototype],
  ])('is the same with %s.toJSON', (_name, target) => {
    polluted(
      target,
      'toJSON',
      () => 'polluted',
      () => expect(jsonOf(value)).toBe('{"a":["b",1,null],"__proto":{"c":true}}'),
    );
  });
});
