import { build } from 'esbuild';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { json, lines, ScriptedService } from './testing/scripted-service';

const maxBytes = 6_000;
const root = process.cwd();
/** Node's programs, separated by blanks: the gate names those of every supported version. */
const nodes = (process.env.NODE_BINARIES ?? process.execPath).split(' ');

let folder: string;
let service: ScriptedService;

/** A folder with nothing but the package in it. */
beforeAll(async () => {
  service = await ScriptedService.start();
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  const npm = (words: string[], cwd: string) => execFileSync('npm', words, { cwd, encoding: 'utf8' });
  const tarball = npm(['pack', '--silent', '--pack-destination', folder], join(root, 'dist/libs/client/package')).trim();
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], folder);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

const installed = (file: string) => join(folder, 'node_modules/@connection-sync/client', file);

/** Written like a program of a caller. */
const program = `
async function firstOrder(baseUrl: string): Promise<string> {
  const sync = new ConnectionSync({ baseUrl, token: 'sca_x', timeoutMs: undefined });
  const total: number | undefined = (await sync.records.list('orders').page()).data[0]?.total;
  for await (const { record, left, cursor } of sync.records.follow('orders', { signal: AbortSignal.timeout(20_000) })) {
    if (record) return [record.currency, total, cursor].join(' ');
    console.log(left.reason);
  }
  return 'none';
}
async function problemOf(baseUrl: string): Promise<string> {
  try {
    await new ConnectionSync({ baseUrl }).connections.get('');
    return 'none';
  } catch (error) {
    if (error instanceof ConnectionSyncError && error.type === '/problems/conflict') return 'conflict';
    if (error instanceof ConnectionSyncError && error.problem?.type === '/problems/validation-failed') return String(error.problem.errors?.length);
    return error instanceof TypeError ? 'no id' : 'other';
  }
}
export async function news(body: string): Promise<string> {
  const event = await verifyWebhook(body, {}, 'whsec_AAAA');
  return event.type === 'records.changed' ? event.data.cursor : event.type;
}
export const refused: Promise<unknown> = verifyWebhook('{}', new Headers(), ['whsec_AAAA']).catch((error: ConnectionSyncError) => error.type);
const url = 'URL_OF_SERVICE';
void Promise.all([firstOrder(url), problemOf(url), refused]).then((found) => console.log(JSON.stringify(found)));
`;

const names = 'ConnectionSync, ConnectionSyncError, verifyWebhook';
const esm = `import { ${names} } from '@connection-sync/client';`;
const wrong = `${esm}\nexport const id: number = (await new ConnectionSync({ baseUrl: '' }).connections.get('c1')).id;\n`;

/** What the compiler of the workspace says in the folder, with nothing of the workspace in reach. */
function compile(file: string, text: string, module: string): string {
  writeFileSync(join(folder, file), text);
  const compilerOptions = {
    module,
    moduleResolution: module === 'esnext' ? 'bundler' : module,
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' });
  return stdout;
}

const page = { data: [{ total: 1267 }], next_cursor: 'c0', has_more: false };
const order = { cursor: 'c1', record: { currency: 'EUR' } };

describe('the package', () => {
  it('holds its modules, their types and its page, depends on nothing, and its ES module is at most 6 kB (gzip)', () => {
    const { dependencies, exports, version } = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Record<string, unknown>;
    expect([dependencies, version]).toEqual([undefined, (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version]);
    for (const [, path] of JSON.stringify(exports).matchAll(/"\.\/([^"]+)"/g)) expect(readFileSync(installed(path!), 'utf8')).not.toBe('');
    expect(readFileSync(installed('README.md'), 'utf8')).toContain('verifyWebhook');
    expect(gzipSync(readFileSync(installed('index.js')), { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
  });

  it.each([
    ['an ES module, as Node resolves it', 'esm.mts', 'node16', esm],
    ['CommonJS, as Node resolves it', 'cjs.cts', 'node16', esm],
    ['an ES module, as a bundler resolves it', 'bundler.ts', 'esnext', esm],
  ])('compiles in strict TypeScript as %s, and runs in every Node', async (_what, file, module, start) => {
    expect(compile(file, start + program.replace('URL_OF_SERVICE', service.url), module)).toBe('');
    const built = file.replace(/ts$/, 'js');
    // A bundler would take it from here.
    const runnable = module === 'esnext' ? 'bundler.mjs' : built;
    if (runnable !== built) writeFileSync(join(folder, runnable), readFileSync(join(folder, built)));
    for (const node of nodes) {
      service.client([json(page), lines(order)]);
      expect([node, await run(node, runnable)]).toEqual([node, '["EUR 1267 c1","no id","invalid-webhook"]\n']);
    }
  });

  it('refuses a wrong use in every resolution', () => {
    for (const [file, module] of [
      ['wrong.mts', 'node16'],
      ['wrong.ts', 'esnext'],
    ] as const) {
      expect(compile(file, wrong, module)).toContain("Type 'string' is not assignable to type 'number'");
    }
  });

  it('bundles for a browser without anything of Node', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: `${esm} globalThis.client = { ${names} };`, resolveDir: folder },
      bundle: true,
      platform: 'browser',
      write: false,
      metafile: true,
    });
    expect(Object.keys(metafile.inputs).filter((input) => !input.includes('@connection-sync') && input !== '<stdin>')).toEqual([]);
    expect(outputFiles[0]!.text).not.toMatch(/\b(require|process|Buffer)\b/);
  });
});

function run(node: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [file], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}
