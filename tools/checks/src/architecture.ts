/** A path with the rule that it breaks. */
export interface Violation {
  path: string;
  rule: string;
}

const vagueNames = /^(utils?|helpers?|common|managers?|misc|shared-lib)(\.|$)/;
const roles = [
  'controller',
  'module',
  'guard',
  'entity',
  'processor',
  'mapping',
  'browser',
  'spec',
  'int-spec',
  'queues-spec',
  'system-spec',
  'check-spec',
  'd',
];
const maxFolders = 4;

/** Checks paths (relative to the workspace, forward slashes), which a linter of file contents ignores. */
export function findViolations(paths: readonly string[]): Violation[] {
  return paths.filter((path) => path.endsWith('.ts')).flatMap((path) => brokenRules(path).map((rule) => ({ path, rule })));
}

function brokenRules(path: string): string[] {
  const segments = path.split('/');
  const source = segments.indexOf('src');
  if (source === -1) return [];
  const below = segments.slice(source + 1);
  const file = below.at(-1) ?? '';
  const suffixes = file.split('.').slice(1, -1);
  return [
    ...(below.length - 1 > maxFolders ? [`at most ${maxFolders} folders below src`] : []),
    ...(below.some((segment) => vagueNames.test(segment)) ? ['name the content'] : []),
    ...(file === 'index.ts' && below.length > 1 && below[0] !== 'testing' ? ['index.ts only at the root of a library'] : []),
    ...(below.every((segment) => /^[a-z0-9.-]+$/.test(segment)) ? [] : ['kebab-case file names']),
    ...(suffixes.every((suffix) => roles.includes(suffix)) ? [] : ['only roles of Nest, TypeORM and tests as suffixes']),
  ];
}
