// The command behind `npm run demo|start|test|bench|soak|migrate|failed-tasks|doctor|screenshots`: installs what is missing, builds what has changed, runs.
// `install` only installs, for lint, typecheck, build and format. Plain Node, no dependency, because it is the first thing that runs after git clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newestChange } from '../build/newest-change.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bundles = {
  start: 'dist/tools/dev/start.mjs',
  demo: 'dist/tools/dev/demo.mjs',
  migrate: 'dist/tools/dev/migrate.mjs',
  'failed-tasks': 'dist/tools/dev/failed-tasks.mjs',
  doctor: 'dist/tools/dev/doctor.mjs',
  bench: 'dist/tools/bench/bench.mjs',
  soak: 'dist/tools/e2e/soak.mjs',
  screenshots: 'dist/tools/browser-tests/screenshots.mjs',
};

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `This needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
    );
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** npm writes node_modules/.package-lock.json last; our own stamp tells a lockfile that was merely touched from one that changed. */
function isInstalled(stamp) {
  const written = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true;
  return statSync(written).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, all] = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
  return spawnSync(command, all, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
}

function install() {
  const stamp = join(root, 'node_modules/.installed-lockfile');
  if (isInstalled(stamp)) return;
  const started = Date.now();
  console.log('Installing the locked dependencies (npm ci). This happens once and takes about a minute.');
  const { status, error } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) fail(`The dependencies could not be installed${error ? `: ${error.message}` : ''}. The lines above say why.`);
  writeFileSync(stamp, lockHash());
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function build() {
  const stamp = join(root, 'dist/.built');
  const inputs = ['package-lock.json', 'tsconfig.base.json', '.swcrc', 'apps', 'libs', 'tools'];
  const changed = Math.max(...inputs.map((input) => newestChange(join(root, input))));
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= changed) return;
  rmSync(stamp, { force: true });
  // Not where the command's own output goes, which may be JSON.
  console.error('Building what has changed.');
  const { status, stdout } = spawnSync(process.execPath, ['tools/build/build.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) fail(`The build failed. The lines above say why.\n${stdout}`);
  writeFileSync(stamp, String(changed));
}

function runTests(args) {
  const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], { cwd: root, stdio: 'inherit' });
  // Ctrl-C reaches the child from the terminal; what is sent to this process alone is passed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

async function main([command, ...args]) {
  checkNode();
  if (command !== 'test' && command !== 'install' && !(command in bundles))
    fail(`Usage: node tools/dev/run.mjs ${[...Object.keys(bundles), 'test', 'install'].join('|')} [arguments]`, 2);
  process.chdir(root);
  install();
  if (command === 'install') return;
  if (command === 'test') return runTests(args); // builds by itself what it needs
  build();
  const bundle = join(root, bundles[command]);
  if (!existsSync(bundle)) fail(`There is no ${bundles[command]}: the build has left it out.`);
  // In this very process: signals, the terminal and the exit code need no passing on.
  process.argv = [process.execPath, bundle, ...args];
  await import(pathToFileURL(bundle).href);
}

await main(process.argv.slice(2));
