// The command behind every `npm run`: installs what is missing, builds what changed, runs. `install` only installs; `check` only says that
// something is missing. Plain Node without packages, because it runs first after git clone.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { bundles, helpOf, programs } from './commands.mjs';
import { install, isInstalled } from './install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

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

async function mustInstall() {
  const failure = await install(root);
  if (failure !== null) fail(failure);
}

/** For commands that read the code only: they change nothing on disk. */
function mustBeInstalled() {
  if (!isInstalled(root)) fail('node_modules is missing or older than package-lock.json: run `npm ci` first.');
}

async function mustBuild() {
  const failure = await build(root);
  if (failure !== null) fail(failure);
}

/** The environment of a command that starts programs of Debian. Before anything is installed or built, it names those that are missing. */
async function withPrograms() {
  const { missingProgramsFault, searchPath } = await import('./test-programs.mjs');
  const fault = missingProgramsFault();
  if (fault !== null) fail(fault);
  return { ...process.env, PATH: searchPath };
}

function runProgram({ program, words = [] }, args, env = process.env) {
  const child = spawn(process.execPath, [join(root, program), ...words, ...args], { cwd: root, stdio: 'inherit', env });
  // Ctrl-C in a terminal reaches the child directly. A signal to this process alone is forwarded.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

/** Runs in this process, so that signals, the terminal and the exit code need no forwarding. */
async function runBundle({ bundle, words = [] }, args) {
  const path = join(root, bundle);
  if (!existsSync(path)) fail(`${bundle} is missing: check the project's entry-points.json.`);
  process.argv = [process.execPath, path, ...words, ...args];
  await import(pathToFileURL(path).href);
}

async function main([command, ...args]) {
  checkNode();
  process.chdir(root);
  if (command === 'install') return mustInstall();
  if (command === 'check') return mustBeInstalled();
  const program = programs[command];
  if (!program && !bundles[command]) {
    fail(`Usage: node tools/dev/run.mjs ${[...Object.keys(bundles), ...Object.keys(programs)].join('|')}|install|check [arguments]`, 2);
  }
  if (args.some((argument) => argument === '--help' || argument === '-h')) return console.log(helpOf(command));
  const env = program?.needsPrograms ? await withPrograms() : process.env;
  if (program && !program.installs) mustBeInstalled();
  else await mustInstall();
  if (program) return runProgram(program, args, env);
  await mustBuild();
  await runBundle(bundles[command], args);
}

await main(process.argv.slice(2));
