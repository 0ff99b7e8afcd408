// Bundles the admin panel: its page and the page of its preview, each with one script and one style sheet whose names change with their content.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** The oldest browsers that support everything the panel uses, such as `light-dark()` and `AbortSignal.any`. */
const browsers = ['chrome123', 'firefox128', 'safari17.5'];

function nameOf(entry) {
  return basename(entry, extname(entry));
}

/** Replaces a file in one step, because several builds may run at once and tests read the files meanwhile. */
async function put(file, content) {
  const next = `${file}.${process.pid}`;
  await writeFile(next, content);
  await rename(next, file);
}

/** Each with the folder of its page: script, style sheet and page have the same name. */
const pages = [
  { entry: 'src/main.tsx', page: 'index.html', folder: '' },
  { entry: 'src/preview/frame/preview-frame.ts', page: 'preview.html', folder: 'preview' },
];

/** Writes assets, then the pages that name them, then removes the assets of older builds. */
export async function bundleAdminPanel(root, path, outdir = join(root, 'dist', path)) {
  const source = join(root, path);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: pages.map(({ entry }) => ({ in: join(path, entry), out: nameOf(entry) })),
    outdir: join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    // The frame has an origin of its own, which may load no modules.
    format: 'iife',
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
  for (const { entry, page, folder } of pages) {
    const html = await readFile(join(source, page), 'utf8');
    const assets = folder === '' ? 'assets' : '../assets';
    const hashed = (extension) => `"${assets}/${names.find((name) => name.startsWith(`${nameOf(entry)}-`) && name.endsWith(extension))}"`;
    const named = ['.css', '.js'].reduce((text, extension) => text.replace(`"${nameOf(entry)}${extension}"`, hashed(extension)), html);
    await mkdir(join(outdir, folder), { recursive: true });
    await put(join(outdir, folder, 'index.html'), named);
  }
  for (const old of await readdir(join(outdir, 'assets'))) {
    if (!names.includes(old)) await rm(join(outdir, 'assets', old), { force: true });
  }
  return relative(root, outdir);
}
