import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const runBundle = join(dirname(fileURLToPath(import.meta.url)), 'run-bundle.mjs');
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
  await Promise.all(apps.map((app) => inline(root, app)));
  return join(root, 'dist/inlined');
}

async function inline(root, app) {
  const source = join(root, 'dist/apps', app, 'main.mjs');
  const folder = join(root, 'dist/inlined', app);
  const stamp = createHash('sha256')
    .update(process.version)
    .update(readFileSync(source))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const bundle = join(folder, 'bundle.cjs');
  if (existsSync(join(folder, 'code-cache')) && readFileSync(bundle, 'utf8').endsWith(`${stamp}\n`)) return;
  await rm(join(folder, 'code-cache'), { force: true });
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    // V8 caches the code of scripts only.
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    logLevel: 'error',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: ownUrl },
    footer: { js: `// ${stamp}` },
    plugins: [nothingIsAwaited, nothingIsLoadedTwice, optionalPackagesStayOutside],
  });
  await copyFile(runBundle, join(folder, 'main.mjs'));
  await compile(folder);
}

/** An app without settings loads everything, says what it misses, and ends. */
async function compile(folder) {
  const child = spawn(process.execPath, [join(folder, 'main.mjs')], { env: { KEEP_CODE_CACHE: '1' }, stdio: 'ignore' });
  await once(child, 'exit');
  if (!existsSync(join(folder, 'code-cache'))) throw new Error(`${folder} did not end by itself, without settings.`);
}
