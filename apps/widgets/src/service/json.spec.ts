import { jsonOf, membersOf } from './json';

const polluted = (target: object, name: string, value: unknown, act: () => void) => {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
  try {
    act();
  } finally {
    Reflect.deleteProperty(target, name);
  }
};

describe('membersOf', () => {
  it('are its own, and none for other values', () => {
    polluted(Object.prototype, 'details', 'x', () => {
      expect([membersOf({ a: 1 }), membersOf(null), membersOf('text')].map(({ a, details }) => [a, details])).toEqual([
        [1, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ]);
    });
  });

  it('keep any name, such as __proto__', () => {
    expect(Object.entries(membersOf(JSON.parse('{"__proto__": 1, "constructor": 2}')))).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

describe('jsonOf', () => {
  const value = { a: ['b', 1, null], __proto: { c: true } };

  it.each([
    ['Object.prototype', Object.prototype],
    ['Array.prototype', Array.prototype],
    ['String.prototype', String.prototype],
    ['Number.prototype', Number.prototype],
  ])('ignores %s.toJSON', (_name, target) => {
    polluted(
      target,
      'toJSON',
      () => 'polluted',
      () => expect(jsonOf(value)).toBe('{"a":["b",1,null],"__proto":{"c":true}}'),
    );
  });
});
