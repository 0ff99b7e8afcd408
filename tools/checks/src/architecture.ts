/** A path that breaks a rule of the house, with the rule. */
export interface Violation {
  path: string;
  rule: string;
}

const vagueNames = /^(utils?|helpers?|common|managers?|misc|shared-lib)(\.|$)/;
const roles = ['controller', 'module', 'guard', 'entity', 'processor', 'mapping', 'spec', 'int-spec', 'd'];
const deepest = 4;

/** Looks at paths only (relative to the workspace, forward slashes): what a linter that sees one file at a time cannot tell. */
export function findViolations(paths: readonly string[]): Violation[] {
  return paths.filter((path) => path.endsWith('.ts')).flatMap((path) => rulesBrokenBy(path).map((rule) => ({ path, rule })));
}

function rulesBrokenBy(path: string): string[] {
  const segments = path.split('/');
  const source = segments.indexOf('src');
  if (source === -1) return [];
  const below = segments.slice(source + 1);
  const file = below.at(-1) ?? '';
  const suffixes = file.split('.').slice(1, -1);
  return [
    ...(below.length - 1 > deepest ? [`no more than ${deepest} folders below src`] : []),
    ...(below.some((segment) => vagueNames.test(segment)) ? ['a name says what is inside'] : []),
    ...(file === 'index.ts' && below.length > 1 && below[0] !== 'testing' ? ['index.ts stands at the root of a library only'] : []),
    ...(below.every((segment) => /^[a-z0-9.-]+$/.test(segment)) ? [] : ['file names are kebab-case']),
    ...(suffixes.every((suffix) => roles.includes(suffix)) ? [] : ['only roles of Nest, TypeORM and tests are suffixes']),
  ];
}
