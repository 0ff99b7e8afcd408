import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** CommonJS packages expect these. The bundler does not see this text, so its imports have names that no source has. */
const commonJs = `
import { createRequire as createRequireInBanner } from 'node:module';
const require = createRequireInBanner(import.meta.url);
const __filename = new URL(import.meta.url).pathname;
const __dirname = new URL('.', import.meta.url).pathname;`;

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

/**
 * Copies the apps of `dist/apps` to `dist/inlined`, each with its npm packages in one file, and returns that folder. Such an app starts
 * with a third of the processor time, and the tests start hundreds. The demo and `npm start` run the bundles of `dist/apps`.
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
    .update(readFileSync(source))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(join(folder, 'main.mjs')) && readFileSync(join(folder, 'main.mjs'), 'utf8').endsWith(`${stamp}\n`)) return;
  await build({
    entryPoints: [source],
    outfile: join(folder, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: { js: commonJs },
    footer: { js: `// ${stamp}` },
    plugins: [optionalPackagesStayOutside],
  });
}
