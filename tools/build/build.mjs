// Bundles each deployable into dist/<project root>/: one ES module per entry point, npm packages left outside. An app has a package.json and
// package-lock.json of its own.
import { build } from 'esbuild';
import { transform } from '@swc/core';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAdminPanel } from './admin-panel.mjs';
import { bundleClient } from './client.mjs';
import { buildDocsSite } from './docs-site.mjs';
import { writeLockedPackages } from './locked-packages.mjs';
import { bundleWidgets } from './widgets.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(import.meta.url);
const swcOptions = require('./swc-options.js');
const { withDescriptions } = require('./described-classes.js');

/** esbuild alone does not write the decorator metadata that Nest's injection and TypeORM read. */
const decorators = {
  name: 'decorators',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code, map } = await transform(withDescriptions(path, await readFile(path, 'utf8')), {
        ...swcOptions,
        filename: path,
        module: { type: 'es6' },
      });
      return {
        contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`,
        loader: 'js',
      };
    });
  },
};

const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@sync/') ? undefined : { path, external: true },
    );
  },
};

/** These modules have no import side effects, so bundles drop their unused parts, and the npm packages only those need. */
const partlyUsedFolders = ['service-runtime', 'operator-commands'].map((name) => join(root, `libs/${name}/`));
const unusedPartsStayOut = {
  name: 'unused-parts-stay-out',
  setup(bundler) {
    bundler.onResolve(
      { filter: /^(\.|@sync\/(service-runtime|operator-commands)$)/ },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === bundler) return undefined;
        const resolved = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: bundler });
        const isPartlyUsed = partlyUsedFolders.some((folder) => resolved.path.startsWith(folder));
        return isPartlyUsed ? { path: resolved.path, sideEffects: false } : undefined;
      },
    );
  },
};

/** The file that marks a project as buildable, and its builder. */
const builders = {
  'entry-points.json': bundle,
  'stencil.config.ts': ({ path }) => bundleWidgets(root, path),
  'index.html': ({ path }) => bundleAdminPanel(root, path),
  'package/package.json': ({ path }) => bundleClient(root, path),
  '.vitepress': ({ path }) => buildDocsSite(root, path),
};

function deployables() {
  const inFolders = ['apps', 'libs', 'tools'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)));
  return ['docs', ...inFolders].flatMap((path) => {
    const marker = Object.keys(builders).find((file) => existsSync(join(root, path, file)));
    return marker ? [{ name: basename(path), path, build: builders[marker] }] : [];
  });
}

async function bundle({ name, path }) {
  const outdir = join(root, 'dist', path);
  const entries = JSON.parse(await readFile(join(root, path, 'entry-points.json'), 'utf8'));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([out, source]) => ({ in: join(path, source), out })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Without the sources: stack traces need the positions only.
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    tsconfig: join(root, 'tsconfig.base.json'),
    // Scripts that a service sends to browsers.
    loader: { '.browser.js': 'text' },
    plugins: [unusedPartsStayOut, npmPackagesStayOutside, decorators],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.filter((i) => i.external && !i.path.startsWith('node:')).map((i) => i.path),
  );
  // Only apps are deployed. The tools use the packages of the workspace.
  if (path.startsWith('apps')) await writeLockedPackages({ root, outdir, name, imports });
  return relative(root, outdir);
}

const wanted = process.argv.slice(2);
const chosen = deployables().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
for (const unknown of wanted.filter((name) => !chosen.some((deployable) => deployable.name === name))) {
  console.error(`build: nothing to build is called ${unknown}`);
  process.exitCode = 1;
}
for (const outcome of await Promise.allSettled(chosen.map((deployable) => deployable.build(deployable)))) {
  if (outcome.status === 'fulfilled') console.log(`built ${outcome.value}`);
  else {
    // esbuild has printed its errors already.
    if (!outcome.reason.errors) console.error(outcome.reason.message);
    process.exitCode = 1;
  }
}
