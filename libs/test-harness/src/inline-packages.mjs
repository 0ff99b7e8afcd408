import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ownFile = fileURLToPath(import.meta.url);
const runBundle = join(dirname(ownFile), 'run-bundle.mjs');
const ownUrl = `const bundleUrl = require('node:url').pathToFileURL(__filename).href;`;

/** They read files beside their own, or load native code. */
const stayOutside = ['swagger-ui-dist', '@node-rs/'];

const optionalPackagesStayOutside = {
  name: 'optional-packages-stay-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === bundler) return undefined;
      if (stayOutside.some((name) => path.startsWith(name))) return { path, external: true };
      const resolved = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: bundler });
      return resolved.errors.length > 0 ? { path, external: true } : resolved;
    });
  },
};

/** CommonJS cannot await at its top. The apps do so last, so nothing of them waits for it. */
const nothingIsAwaited = {
  name: 'nothing-is-awaited',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]dist[\\/]apps[\\/][^\\/]+[\\/]main\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^await (?=\w+\()/gm, 'void '),
      loader: 'js',
    }));
  },
};

/** These find TypeORM and class-validator by a `require` of their own, which would load both a second time, from node_modules. */
const nothingIsLoadedTwice = {
  name: 'nothing-is-loaded-twice',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]@nestjs[\\/](typeorm|mapped-types)[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace('const require = createRequire(import.meta.url);', ''),
      loader: 'js',
    }));
  },
};

/**
 * Copies the apps of `dist/apps` to `dist/inlined`, each with its npm packages in one file that V8 has already compiled, and returns that
 * folder. Such an app starts with a quarter of the processor time, and the tests start hundreds. The demo and `npm start` run the bundles of
 * `dist/apps`.
 */
export async function inlinePackages(root) {
  const apps = readdirSync(join(root, 'dist/apps')).filter((app) => existsSync(join(root, 'dist/apps', app, 'main.mjs')));
  const folder = join(root, 'dist/inlined');
  const stamp = stampOf(root, apps);
  if (isFresh(join(folder, 'stamp'), stamp)) return folder;
  await rm(join(folder, 'stamp'), { force: true });
  // At once, because they share most packages.
  await build({
    entryPoints: apps.map((app) => ({ in: join(root, 'dist/apps', app, 'main.mjs'), out: join(app, 'bundle') })),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // V8 caches the code of scripts only.
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    logLevel: 'error',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: ownUrl },
    plugins: [nothingIsAwaited, nothingIsLoadedTwice, optionalPackagesStayOutside],
  });
  await Promise.all(apps.map((app) => compile(join(folder, app))));
  await writeFile(join(folder, 'stamp'), stamp);
  return folder;
}

function stampOf(root, apps) {
  const hash = createHash('sha256').update(process.version);
  const sources = [...apps.map((app) => join(root, 'dist/apps', app, 'main.mjs')), join(root, 'package-lock.json'), ownFile, runBundle];
  for (const source of sources) hash.update(readFileSync(source));
  return hash.digest('hex');
}

function isFresh(file, stamp) {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** An app without settings loads everything, says what it misses, and ends. */
async function compile(folder) {
  await copyFile(runBundle, join(folder, 'main.mjs'));
  await rm(join(folder, 'code-cache'), { force: true });
  const child = spawn(process.execPath, [join(folder, 'main.mjs')], { env: { KEEP_CODE_CACHE: '1' }, stdio: 'ignore' });
  await once(child, 'exit');
  if (!existsSync(join(folder, 'code-cache'))) throw new Error(`${folder} did not end by itself, without settings.`);
}
