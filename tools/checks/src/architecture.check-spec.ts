import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from './architecture';

const root = join(__dirname, '../../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const files = git('ls-files', '--cached', '--others', '--exclude-standard');
const json = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

describe('the architecture', () => {
  it('has no file that breaks a path rule', () => {
    expect(findViolations(files)).toEqual([]);
  });

  it.each([
    ['libs/domain/src/utils/x.ts', 'name the content'],
    ['libs/identity/src/tokens/helpers.ts', 'name the content'],
    ['libs/identity/src/tokens/index.ts', 'index.ts only at the root of a library'],
    ['libs/domain/src/a/b/c/d/e/x.ts', 'at most 4 folders below src'],
    ['libs/identity/src/Tokens/x.ts', 'kebab-case file names'],
    ['libs/identity/src/tokens/token.service.ts', 'only roles of Nest, TypeORM and tests as suffixes'],
  ])('refuses %s: %s', (path, rule) => {
    expect(findViolations([path])).toEqual([{ path, rule }]);
  });

  it.each([
    'libs/domain/src/index.ts',
    'libs/identity/src/tokens/access-token.entity.ts',
    'libs/x/src/a/b/c/d/x.int-spec.ts',
    'docs/utils/readme.md',
  ])('accepts %s', (path) => {
    expect(findViolations([path])).toEqual([]);
  });

  const projects = files.filter((path) => /^(apps|libs|tools)\/[^/]+\/project\.json$/.test(path));

  it.each(projects)('tags %s with one known type and one scope', (path) => {
    const { tags } = json<{ tags: string[] }>(path);
    expect(tags.filter((tag) => tag.startsWith('type:'))).toHaveLength(1);
    expect(tags.filter((tag) => tag.startsWith('scope:'))).toHaveLength(1);
    expect(readFileSync(join(root, 'eslint.config.mjs'), 'utf8')).toContain((tags[0] ?? '').replace('type:', ''));
  });

  it('builds every project that has entry points', () => {
    const bundled = files.filter((path) => path.endsWith('/entry-points.json')).map((path) => path.replace('entry-points', 'project'));
    const unbuilt = bundled.filter((path) => !json<{ targets: { build?: object } }>(path).targets.build);
    expect([bundled.length > 0, unbuilt]).toEqual([true, []]);
  });

  it('gives every library an alias, and a second one for its parts for tests', () => {
    const { paths } = json<{ compilerOptions: { paths: Record<string, string[]> } }>('tsconfig.base.json').compilerOptions;
    const libs = projects.filter((path) => path.startsWith('libs/')).map((path) => path.split('/')[1]);
    const withTesting = libs.filter((lib) => files.includes(`libs/${lib}/src/testing/index.ts`));
    const aliases = [...libs.map((lib) => `@sync/${lib}`), ...withTesting.map((lib) => `@sync/${lib}/testing`)];
    expect(new Set(Object.keys(paths))).toEqual(new Set(aliases));
  });

  it('pins every package to one version', () => {
    const { dependencies, devDependencies } = json<Record<string, Record<string, string>>>('package.json');
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version));
    expect(loose).toEqual([]);
  });

  it("lints through Nx, because the boundary rule is silent without Nx's project graph, and with every check", () => {
    const commands = readFileSync(join(root, 'tools/dev/commands.mjs'), 'utf8');
    expect(commands).toMatch(/lint: \{\s+program: nx,\s+words: \['run-many', '-t', 'lint', 'cycles', 'unused', 'checks'\]/);
  });
});
