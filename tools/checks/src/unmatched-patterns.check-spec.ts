import { join } from 'node:path';

const root = join(__dirname, '../../..');
const { unmatchedPatterns } = jest.requireActual<{ unmatchedPatterns(root: string, patterns: string[]): string[] }>(
  './unmatched-patterns.js',
);

describe('a pattern of knip.js', () => {
  it.each(['apps/*/src/main.ts', '!tools/dev/src/host-page/site/**', '{apps,libs}/**/*{.,-}spec.ts', '.ci/*.mjs'])(
    'may be %s',
    (pattern) => {
      expect(unmatchedPatterns(root, [pattern])).toEqual([]);
    },
  );

  it.each([
    ['apps/widgets/gone/*.ts', ['apps/widgets/gone/*.ts']],
    ['!apps/widgets/gone/**', ['apps/widgets/gone/**']],
    ['{apps,gone}/**/*.{ts,none}', ['gone/**/*.{ts,none}', '{apps,gone}/**/*.none']],
  ])('must match files: %s', (pattern, unmatched) => {
    expect(unmatchedPatterns(root, [pattern])).toEqual(unmatched);
  });
});
