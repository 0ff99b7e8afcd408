// Bundles the admin panel: one page, and one script and one style sheet whose names change with their content.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';

/** The oldest browsers that support everything the panel uses, such as `light-dark()` and `AbortSignal.any`. */
const browsers = ['chrome123', 'firefox128', 'safari17.5'];

/** Replaces a file in one step, because several builds may run at once and tests read the files meanwhile. */
async function put(file, content) {
  const next = `${file}.${process.pid}`;
  await writeFile(next, content);
  await rename(next, file);
}

/** Writes assets, then the page that names them, then removes the assets of older builds. */
export async function bundleAdminPanel(root, path, outdir = join(root, 'dist', path)) {
  const source = join(root, path);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(path, 'src/main.tsx')],
    outdir: join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: browsers,
    charset: 'utf8',
    // The licences of the libraries ask for their notices.
    legalComments: 'eof',
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfig: join(source, 'tsconfig.json'),
    logLevel: 'warning',
    write: false,
  });
  await mkdir(join(outdir, 'assets'), { recursive: true });
  for (const { path: file, contents } of outputFiles) await put(file, contents);
  const names = outputFiles.map((file) => basename(file.path));
  const hashed = (extension) => `assets/${names.find((name) => name.endsWith(extension))}`;
  const page = await readFile(join(source, 'index.html'), 'utf8');
  await put(join(outdir, 'index.html'), page.replace('main.css', hashed('.css')).replace('main.js', hashed('.js')));
  for (const old of await readdir(join(outdir, 'assets'))) {
    if (!names.includes(old)) await rm(join(outdir, 'assets', old), { force: true });
  }
  return relative(root, outdir);
}
