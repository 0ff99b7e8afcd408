import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { places } from './workspace-places';

const root = join(__dirname, '../../../..');
const copied = [
  ...['nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'jest.config.js', 'jest.preset.js', 'eslint.config.mjs'],
  ...['.prettierignore', '.gitignore', 'libs', 'tools/build', 'tools/jest', 'tools/generators'],
];
const descriptor = `${places.descriptors}/commerce-c.ts`;
const integration = `${places.integrations}/commerce-c`;
const folders = [integration, `${places.demoShops}/commerce-c`];
const edited = [places.platformList, places.registeredIntegrations, places.demoShopsIndex];

/** A copy of this workspace in which a platform is generated, used as its author would, and thrown away. */
class WorkspaceCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'platform-'));

  constructor() {
    for (const path of copied) cpSync(join(root, path), join(this.path, path), { recursive: true });
    // Jest requires the folder, but no app concerns a platform.
    mkdirSync(join(this.path, 'apps'));
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'), 'dir');
    // The compiler and the linter read the platform and what it imports, and no more.
    const include = [...folders.map((folder) => `${folder}/**/*.ts`), descriptor, ...edited];
    writeFileSync(join(this.path, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
  }

  /** Runs a command that npm has installed. Resolves to its output; rejects with it when the command fails. */
  run(command: string, ...args: string[]): Promise<string> {
    // Nx passes the path of its workspace to child processes, and this is another one. In a terminal Jest passes its workers the wish for colours.
    const outside = Object.entries(process.env).filter(([name]) => !/^(NX|JEST)_|^FORCE_COLOR$/.test(name));
    const env = { ...Object.fromEntries(outside), NX_DAEMON: 'false', CI: 'true' };
    const options = { cwd: this.path, env, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [join(this.path, 'node_modules/.bin', command), ...args], options, (error, stdout, stderr) =>
        error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr),
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

describe('npx nx g ./tools/generators:platform commerce-c', () => {
  let workspace: WorkspaceCopy;

  beforeAll(async () => {
    workspace = new WorkspaceCopy();
    await workspace.run('nx', 'g', './tools/generators:platform', 'commerce-c');
  });
  afterAll(() => workspace.delete());

  it('makes one folder for the integration, one for the demo shop and a descriptor', () => {
    for (const path of [...folders, descriptor, `${integration}/README.md`, `${integration}/fixtures`])
      expect({ path, exists: existsSync(join(workspace.path, path)) }).toEqual({ path, exists: true });
    const files = readdirSync(join(workspace.path, integration));
    expect(files).toEqual(expect.arrayContaining(['contract.spec.ts', 'customer.mapping.ts', 'order.mapping.ts', 'product.mapping.ts']));
    expect(workspace.read(`${integration}/contract.spec.ts`).match(/describeIntegration\(/g)).toHaveLength(1);
    expect(workspace.read(`${integration}/contract-memory.system-spec.ts`).match(/describeIntegrationMemory\(/g)).toHaveLength(1);
  });

  it('makes a platform that compiles', async () => {
    await workspace.run('tsc', '--noEmit', '-p', 'tsconfig.json');
  });

  it('makes a platform that keeps the integration contract', async () => {
    const output = await workspace.run('jest', ...folders, places.descriptors, '--selectProjects=unit', '--verbose');
    expect(output).toContain('commerce_c keeps the integration contract');
    expect(output).toMatch(/Test Suites: 8 passed, 8 total/);
    // The project of system tests would start Postgres, which this suite does not need.
    const alone = `const { firstTier } = require('./tools/jest/tiers.js');
      module.exports = { ...firstTier, projects: [{ ...firstTier.projects[0], testRegex: 'contract-memory' }] };`;
    writeFileSync(join(workspace.path, 'memory.config.js'), alone);
    const memory = await workspace.run('jest', '--config', 'memory.config.js', integration, '--verbose');
    expect(memory).toContain('commerce_c keeps what the integration contract says about memory');
    expect(memory).toMatch(/Test Suites: 1 passed, 1 total/);
  });

  it('makes a platform that passes the linter and the formatter', async () => {
    await workspace.run('eslint', '--max-warnings=0', ...folders, descriptor, ...edited);
    await workspace.run('prettier', '--check', ...folders, descriptor, ...edited);
  });
});
