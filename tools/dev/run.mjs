// The command behind `npm run demo|start|test|bench|soak|migrate|failed-tasks|unused-tenants|doctor|screenshots`: installs what is missing, builds what changed, runs.
// `install` only installs; `check` only says that something is missing. Plain Node without dependencies, because it runs first after git clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Holds the hash of the lockfile that was installed. */
const stamp = join(root, 'node_modules/.installed-lockfile');
const bundles = {
  start: 'dist/tools/dev/start.mjs',
  demo: 'dist/tools/dev/demo.mjs',
  migrate: 'dist/tools/dev/migrate.mjs',
  'failed-tasks': 'dist/tools/dev/failed-tasks.mjs',
  'unused-tenants': 'dist/tools/dev/unused-tenants.mjs',
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
    fail(`Node ${process.versions.node} is too old: install 20.19 or newer from https://nodejs.org and run the command again.`);
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** npm writes node_modules/.package-lock.json last. The stamp distinguishes a lockfile that was only touched from one that changed. */
function isInstalled() {
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
  if (isInstalled()) return;
  const started = Date.now();
  console.log('Installing the locked dependencies (npm ci). This happens once and takes about a minute.');
  const { status, error } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) fail(`Installing the dependencies failed${error ? `: ${error.message}` : ''}. The lines above say why.`);
  writeFileSync(stamp, lockHash());
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** For commands that read the code only: they change nothing on disk. */
function check() {
  if (!isInstalled()) fail('node_modules is missing or older than package-lock.json: run `npm ci` first.');
}

/** Nx builds what changed and restores the rest from its cache. Its output would spoil a command that prints JSON. */
function build() {
  console.error('Building what changed.');
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [nx, 'run-many', '-t', 'build', '--outputStyle=static'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${stdout}${stderr}\nThe build failed. The lines above say why.`);
}

function runTests(args) {
  const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], { cwd: root, stdio: 'inherit' });
  // Ctrl-C in a terminal reaches the child directly. A signal to this process alone is forwarded.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

async function main([command, ...args]) {
  const steps = { install, check, test: () => runTests(args) };
  checkNode();
  if (!(command in steps) && !(command in bundles)) {
    fail(`Usage: node tools/dev/run.mjs ${[...Object.keys(bundles), ...Object.keys(steps)].join('|')} [arguments]`, 2);
  }
  process.chdir(root);
  if (command !== 'check') install();
  if (command in steps) return steps[command]();
  build();
  const bundle = join(root, bundles[command]);
  if (!existsSync(bundle)) fail(`${bundles[command]} is missing: check the project's entry-points.json.`);
  // Runs in this process, so that signals, the terminal and the exit code need no forwarding.
  process.argv = [process.execPath, bundle, ...args];
  await import(pathToFileURL(bundle).href);
}

await main(process.argv.slice(2));
