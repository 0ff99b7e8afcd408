import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@sync/test-harness';
import { places } from './workspace-places';

const root = join(__dirname, '../../../..');
const copied = [
  ...['nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'jest.config.js', 'jest.preset.js', 'eslint.config.mjs'],
  ...['.swcrc', '.prettierrc.json', '.prettierignore', '.gitignore', 'libs', 'docs/platforms', 'tools/build', 'tools/generators'],
];
const folders = ['libs/integrations/src/commerce-c', 'libs/demo-shops/src/commerce-c'];
const migration = `${places.migrations}/seed-commerce-c.ts`;
const edited = [
  places.drivers,
  places.configurationOffers,
  places.registeredIntegrations,
  places.dataSource,
  places.newestMigration,
  places.demoShopsIndex,
];

interface Outcome {
  code: number;
  output: string;
}

/** A copy of this workspace in which a platform is generated, used as its author would, and thrown away. */
class WorkspaceCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'platform-'));

  constructor() {
    for (const path of copied) cpSync(join(root, path), join(this.path, path), { recursive: true });
    // Jest looks for it; what it holds has nothing to do with a platform.
    mkdirSync(join(this.path, 'apps'));
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'), 'dir');
  }

  /** A command that npm has installed. */
  run(command: string, ...args: string[]): Promise<Outcome> {
    // Nx tells its own children where the workspace is: this is another one.
    const outside = Object.entries(process.env).filter(([name]) => !/^(NX|JEST)_/.test(name));
    const env = { ...Object.fromEntries(outside), NX_DAEMON: 'false', CI: 'true' };
    const options = { cwd: this.path, env, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve) => {
      execFile(process.execPath, [join(this.path, 'node_modules/.bin', command), ...args], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
      );
    });
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  delete(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function expectSuccess({ code, output }: Outcome): void {
  if (code !== 0) throw new Error(output);
}

describe('npx nx g ./tools/generators:platform commerce-c', () => {
  let workspace: WorkspaceCopy;

  beforeAll(async () => {
    workspace = new WorkspaceCopy();
    expectSuccess(await workspace.run('nx', 'g', './tools/generators:platform', 'commerce-c'));
  }, 300_000);
  afterAll(() => workspace.delete());

  it('makes the folders, the migration and the documentation', () => {
    for (const path of [...folders, migration, 'docs/platforms/commerce-c.md', `${folders[0]}/README.md`, `${folders[0]}/fixtures`])
      expect({ path, exists: existsSync(join(workspace.path, path)) }).toEqual({ path, exists: true });
    const files = readdirSync(join(workspace.path, folders[0] ?? ''));
    expect(files).toEqual(expect.arrayContaining(['contract.spec.ts', 'customer.mapping.ts', 'order.mapping.ts', 'product.mapping.ts']));
    expect(workspace.read(`${folders[0]}/contract.spec.ts`).match(/describeIntegration\(/g)).toHaveLength(1);
  });

  it('what it made compiles, together with what it was made part of', async () => {
    const include = [...folders.map((folder) => `${folder}/**/*.ts`), ...edited];
    writeFileSync(join(workspace.path, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
    expectSuccess(await workspace.run('tsc', '--noEmit', '-p', 'tsconfig.json'));
  }, 300_000);

  it('and it keeps the contract: its suite passes as it is', async () => {
    const outcome = await workspace.run('jest', ...folders, '--selectProjects=unit', '--verbose');
    expectSuccess(outcome);
    expect(outcome.output).toContain('commerce_c keeps the integration contract');
    expect(outcome.output).toMatch(/Test Suites: 7 passed, 7 total/);
  }, 300_000);

  it('and the rules of the house', async () => {
    writeFileSync(
      join(workspace.path, 'tsconfig.json'),
      JSON.stringify({ extends: './tsconfig.base.json', include: ['libs/**/*.ts', 'tools/**/*.ts'] }),
    );
    expectSuccess(await workspace.run('eslint', '--max-warnings=0', ...folders, ...edited, migration));
    expectSuccess(await workspace.run('prettier', '--check', ...folders, ...edited, migration, 'docs/platforms/commerce-c.md'));
  }, 300_000);

  it('and its migration adds the system to what the others have made', async () => {
    const database = await createTestDatabase();
    try {
      const [, sql = ''] = /query\(`([^`]+)`\)/.exec(workspace.read(migration)) ?? [];
      await database.dataSource.query(sql);
      expect(await database.dataSource.query(`select name, driver, is_direct from systems where slug = 'commerce_c'`)).toEqual([
        { name: 'Commerce C', driver: 'commerce_c', is_direct: false },
      ]);
    } finally {
      await database.stop();
    }
  });

  it('and a second time nothing is written, and the reason is told', async () => {
    const before = edited.map((path) => workspace.read(path));
    const { code, output } = await workspace.run('nx', 'g', './tools/generators:platform', 'commerce-c');
    expect(code).not.toBe(0);
    expect(output).toContain('libs/integrations/src/commerce-c is there already');
    expect(edited.map((path) => workspace.read(path))).toEqual(before);
  }, 300_000);
});
