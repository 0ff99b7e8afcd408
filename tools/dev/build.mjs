// Builds what changed, and nothing when the last build had the same sources. Plain Node, because it decides before anything is loaded. As a
// program: `node tools/dev/build.mjs [project …]`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ProgressBar } from '../../libs/embedded-services/src/progress-bar.js';
import { unwritable } from './install.mjs';

const sourceFolders = ['apps', 'libs', 'tools', 'docs', 'plugins'];
const outputFolders = ['dist/apps', 'dist/libs', 'dist/tools'];
/** VitePress writes there. */
const notSources = ['node_modules', '.temp', 'cache'];
/** Tests are in no bundle. */
const isTest = (name) => /[.-]spec\.tsx?$/.test(name);

const stampOf = (root) => join(root, 'dist/.built.json');

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return isTest(entry.name) ? [] : [path];
    return notSources.includes(entry.name) ? [] : filesIn(path);
  });
}

/** Of names, sizes and times of change: reading them all would take as long as asking Nx. No program can set the time of change back. */
function fingerprint(root) {
  const own = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.endsWith('.log'));
  const files = [...own.map(({ name }) => join(root, name)), ...sourceFolders.flatMap((folder) => filesIn(join(root, folder)))];
  const hash = createHash('sha256').update([process.version, process.platform, process.arch, root, process.env.SERVICE_ADDRESS].join(' '));
  for (const file of files.sort()) {
    const { size, ctimeMs } = statSync(file);
    hash.update(`\n${file} ${size} ${ctimeMs}`);
  }
  return hash.digest('hex');
}

const outputsIn = (root) =>
  [
    'dist/docs',
    ...outputFolders.flatMap((folder) =>
      existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [],
    ),
  ].filter((path) => existsSync(join(root, path)));

/** `projects`: none means all that can be built. */
function isBuilt(root, sources, projects) {
  try {
    const built = JSON.parse(readFileSync(stampOf(root), 'utf8'));
    const hasAll = built.projects.length === 0 || (projects.length > 0 && projects.every((name) => built.projects.includes(name)));
    return built.sources === sources && hasAll && built.outputs.every((path) => existsSync(join(root, path)));
  } catch {
    return false;
  }
}

/**
 * Resolves to null, or to why it failed. Nx would copy what did not change from its cache again, while others read it. Its output would spoil
 * a command that prints JSON.
 */
export async function build(root, projects = []) {
  const sources = fingerprint(root);
  if (isBuilt(root, sources, projects)) return null;
  const fault = unwritable(root, ['dist', '.nx']);
  if (fault !== null) return fault;
  console.error('Building what changed.');
  const failure = await runNx(root, projects);
  if (failure !== null) return failure;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(root), JSON.stringify({ sources, projects, outputs: outputsIn(root) }));
  return null;
}

async function runNx(root, projects) {
  const chosen = projects.length > 0 ? ['-p', projects.join()] : [];
  const words = ['run-many', '-t', 'build', ...chosen, '--outputStyle=static'];
  const child = spawn(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = [];
  let bar = null;
  let built = 0;
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      const [, count] = /Running target \S+ for (\d+) projects/.exec(line) ?? [];
      if (count) bar = new ProgressBar('Building', Number(count), { unit: 'projects' });
      if (line.startsWith('> nx run ')) built += 1;
      bar?.update(built);
    });
  }
  const status = await new Promise((resolve) => child.once('close', resolve));
  bar?.end();
  return status === 0 ? null : `${lines.join('\n')}\nThe build failed. The lines above say why.`;
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const failure = await build(join(dirname(fileURLToPath(import.meta.url)), '../..'), process.argv.slice(2));
  if (failure !== null) console.error(failure);
  process.exitCode = failure === null ? 0 : 1;
}
