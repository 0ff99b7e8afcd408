// Compiles the custom elements with Stencil, then bundles each one, and the two for shops together, into a single script that requests no other file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import ts from 'typescript';
import { newestChange } from './newest-change.mjs';
import { versioned } from './package-version.mjs';
import { packPlugins } from './plugins.mjs';

/** Custom elements by script. */
const scripts = {
  'connector-widget.js': ['service-connector'],
  'widget.js': ['service-config'],
  'webhooks-widget.js': ['service-webhooks'],
  'widgets.js': ['service-connector', 'service-config'],
};

/** The oldest browsers that support everything the scripts use, such as `light-dark()` and `AbortSignal.any`. */
const browsers = ['chrome123', 'firefox128', 'safari17.5'];

/**
 * Letters as they are are smaller than escapes. After a byte order mark, no header and no page makes the browser read the script as
 * anything but UTF-8.
 */
const terserOptions = {
  ecma: 2020,
  compress: { ecma: 2020, passes: 3, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true },
  format: { ecma: 2020, comments: false },
};

/** Of the elements: no page, no response and no text has them, which `bundle` checks as far as it can. */
const ownMembers =
  'requests handshake issuedToken refusedToken registeredId isConnecting lifetime platformLifetime isDirect isSystemMissing isDeferred initialise initialiseUnasked generateToken connectAnother showShops openSettings abandon startPlatform tryNewToken polling pollResult isRunning failures untilShown untilAttached untilPageReady hasInitialised requestStatus polled announcedState announcedToken announced announce whenAttached onAttached langObserver focused nextFocus fillPlaces pluginAddress clockAheadMs retryAfterMs isOpen failure journey registered scene isRegistered accepts loadedFor hadFocus focusesError focusNext pendingEvents loadConnection fireEvents isTokenRefused isThrottled isPartial chosen unconfirmed doing waitMs syncedAt sentence attempt names visit props shops platform watch resume until what register rerender emit send turn';

/** `$flags$` and the like: Stencil's runtime keeps them to itself, so that each script may have its own short names. */
const runtimeMembers = '\\$\\w+\\$ __stencil__getHostRef __registerHost __attachShadow __hasHostListenerAttached';
const shortened = new RegExp(`^(?:${[runtimeMembers, ownMembers].join(' ').replaceAll(' ', '|')})$`);

function isFresh(root, source, outdir) {
  const built = join(outdir, 'integrity.json');
  const inputs = [source, join(root, 'libs/platforms'), join(root, 'tools/build'), join(root, 'package-lock.json')];
  return existsSync(built) && newestChange(built) > Math.max(...inputs.map(newestChange));
}

/** Compiles a copy, because Stencil writes beside the sources, which would make every build look stale. */
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
    if (status !== 0) throw new Error(`The widgets do not compile:\n${stdout}${stderr}`);
  } finally {
    await rm(copy, { recursive: true });
  }
}

async function bundle(components, elements) {
  const options = {
    stdin: { contents: elements.map((element) => `import './${element}.js';`).join('\n'), resolveDir: components },
    bundle: true,
    minify: true,
    mangleProps: shortened,
    charset: 'utf8',
    format: 'iife',
    target: browsers,
    define: { 'Array.from': 'arrayFrom', 'Object.defineProperty': 'defineProperty' },
    inject: [join(dirname(fileURLToPath(import.meta.url)), 'safe-builtins.mjs')],
    // Strict like the modules it consists of. esbuild must not read a tsconfig.json of a parent folder.
    tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
    legalComments: 'none',
    write: false,
  };
  // The first pass lists the members with a letter each. Pages add plain letters to Object.prototype, but not `$a`.
  const { mangleCache: letters } = await build({ ...options, mangleCache: {} });
  const mangleCache = Object.fromEntries(Object.entries(letters).map(([member, letter]) => [member, `$${letter}`]));
  const { outputFiles } = await build({ ...options, mangleCache });
  // Stencil's list of properties and states, such as `token:[1]`, has their names as they are.
  const quoted = ownMembers.split(' ').filter((name) => new RegExp(`["'\`|]${name}["'\`|]|\\b${name}:\\[\\d`).test(outputFiles[0].text));
  if (quoted.length > 0) throw new Error(`Not members alone: ${quoted.join(', ')}`);
  // Three percent smaller than what esbuild makes alone: it drops the parts of Stencil's runtime that do nothing here.
  const { code } = await minify(outputFiles[0].text, terserOptions);
  return Buffer.from(`\ufeff${code}`);
}

/** The global types of the elements, for each file of the package. */
const elementTypes = '/// <reference path="./widgets.d.ts" />\n';

/** For the `integrity` attribute of a script tag. */
function integrityOf(script) {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** Files of the npm package: its loader as JavaScript, and the types of the loader, the elements and each framework. */
async function packageFiles(root, source) {
  const read = (file) => readFile(join(source, 'package', file), 'utf8');
  const loader = await read('index.ts');
  const { code } = await transform(loader, { loader: 'ts', target: 'es2022' });
  const { outputText } = ts.transpileDeclaration(loader, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const files = { 'index.js': code, 'index.d.ts': elementTypes + outputText, 'widgets.d.ts': await readFile(join(source, 'widgets.d.ts')) };
  for (const file of ['react.d.ts', 'vue.d.ts', 'svelte.d.ts']) files[file] = elementTypes + (await read(file));
  files['README.md'] = await read('README.md');
  files['package.json'] = await versioned(root, join(source, 'package/package.json'));
  return files;
}

/** The shop-side plugins that the connector links to: each under the name with its version, and as the newest one without. Others are removed. */
async function putPlugins(folder) {
  const named = packPlugins(folder, process.env.SERVICE_ADDRESS).map((file) => basename(file));
  const newest = named.map((name) => name.replace(/-[\d.]+\.zip$/, '.zip'));
  for (const [at, name] of newest.entries()) {
    await copyFile(join(folder, named[at]), join(folder, `${name}.${process.pid}`));
    await rename(join(folder, `${name}.${process.pid}`), join(folder, name));
  }
  const old = (await readdir(folder)).filter((name) => name.endsWith('.zip') && ![...named, ...newest].includes(name));
  for (const name of old) await rm(join(folder, name), { force: true });
}

/**
 * Writes the scripts, their integrity and the npm package. Each file is replaced in one step, because several builds may run at once and tests read the files
 * meanwhile. The same sources give the same bytes.
 */
export async function bundleWidgets(root, path, outdir = join(root, 'dist', path)) {
  const source = join(root, path);
  await putPlugins(join(outdir, 'plugins'));
  if (isFresh(root, source, outdir)) return relative(root, outdir);
  const work = await mkdtemp(join(outdir, '.components-'));
  const put = async (file, content) => {
    await writeFile(join(work, file), content);
    await rename(join(work, file), join(outdir, file));
  };
  try {
    await compile(root, source, work);
    const integrity = {};
    for (const [file, elements] of Object.entries(scripts)) {
      const script = await bundle(work, elements);
      integrity[file] = integrityOf(script);
      await put(file, script);
    }
    for (const folder of [work, outdir]) await mkdir(join(folder, 'package'), { recursive: true });
    for (const [file, content] of Object.entries(await packageFiles(root, source))) await put(`package/${file}`, content);
    await put('widgets.d.ts', await readFile(join(source, 'widgets.d.ts')));
    await put('integrity.json', `${JSON.stringify(integrity, null, 2)}\n`);
  } finally {
    await rm(work, { recursive: true });
  }
  return relative(root, outdir);
}
