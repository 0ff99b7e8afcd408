// Compiles the custom elements with Stencil, then makes each of them one script that asks for no further file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { minify } from '@swc/core';
import { build } from 'esbuild';
import { leanRuntime, runtimeNames } from './lean-runtime.mjs';
import { newestChange } from './newest-change.mjs';

/** Script by custom element. */
const scripts = { 'service-connector': 'connector-widget.js', 'service-config': 'widget.js' };

/** The oldest browsers that know everything that the scripts use, such as `light-dark()` and `AbortSignal.any`. */
const browsers = ['chrome123', 'firefox128', 'safari17.5'];

function isFresh(root, source, outdir) {
  const built = join(outdir, 'integrity.json');
  const inputs = [source, join(root, 'libs/platforms'), join(root, 'tools/build'), join(root, 'package-lock.json')];
  return existsSync(built) && newestChange(built) > Math.max(...inputs.map(newestChange));
}

/** Into a folder of its own, because several builds may run at once; and from a copy, because Stencil writes beside the sources, which would count as a change of them. */
async function compile(root, source, components) {
  const stencil = join(root, 'node_modules/@stencil/core/bin/stencil');
  await mkdir(join(root, 'dist'), { recursive: true });
  const copy = await mkdtemp(join(root, 'dist/.widgets-'));
  try {
    await cp(source, copy, { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [stencil, 'build', '--ci', '--max-workers', '1'], {
      cwd: copy,
      env: { ...process.env, WIDGET_COMPONENTS: components },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The widgets could not be compiled:\n${stdout}${stderr}`);
  } finally {
    await rm(copy, { recursive: true });
  }
}

function bundleWith(mangleCache, components, element) {
  return build({
    stdin: { contents: `import { defineCustomElement } from './${element}.js'; defineCustomElement();`, resolveDir: components },
    bundle: true,
    minify: true,
    format: 'iife',
    target: browsers,
    plugins: [leanRuntime],
    mangleProps: runtimeNames,
    mangleCache,
    legalComments: 'none',
    write: false,
  });
}

/** Short names of the runtime's properties, but none that a page may have put on Object.prototype. */
async function shortNames(components, element) {
  const { mangleCache } = await bundleWith({}, components, element);
  return Object.fromEntries(Object.entries(mangleCache).map(([name, short]) => [name, `$${short}`]));
}

async function bundle(components, element) {
  const { outputFiles } = await bundleWith(await shortNames(components, element), components, element);
  // A second minifier finds what the first one leaves: 4 % of the compressed size.
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2022,
    compress: { ecma: 2022, passes: 3 },
    mangle: true,
    format: { asciiOnly: true },
  });
  return Buffer.from(code);
}

/** For the attribute `integrity` of a script tag. */
function integrityOf(script) {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** Writes the scripts and their integrity; whoever reads meanwhile finds the old file or the new one, whole. The same sources give the same bytes. */
export async function bundleWidgets(root, path, outdir = join(root, 'dist', path)) {
  const source = join(root, path);
  if (isFresh(root, source, outdir)) return relative(root, outdir);
  await mkdir(outdir, { recursive: true });
  const work = await mkdtemp(join(outdir, '.components-'));
  try {
    await compile(root, source, work);
    const integrity = {};
    for (const [element, file] of Object.entries(scripts)) {
      const script = await bundle(work, element);
      integrity[file] = integrityOf(script);
      await put(work, outdir, file, script);
    }
    await put(work, outdir, 'widgets.d.ts', await readFile(join(source, 'widgets.d.ts')));
    await put(work, outdir, 'integrity.json', `${JSON.stringify(integrity, null, 2)}\n`);
  } finally {
    await rm(work, { recursive: true });
  }
  return relative(root, outdir);
}

async function put(work, outdir, file, content) {
  await writeFile(join(work, file), content);
  await rename(join(work, file), join(outdir, file));
}
