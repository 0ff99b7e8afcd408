// Builds the documentation site of docs/.vitepress with VitePress.
import { rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Into a new folder first, because tests read the files meanwhile. */
export async function buildDocsSite(root, path) {
  const outdir = join(root, 'dist', path);
  const [next, previous] = ['next', 'previous'].map((state) => `${outdir}.${state}.${process.pid}`);
  // Loaded here, because the images of the services are built without it.
  const { build } = await import('vitepress');
  await build(join(root, path), { outDir: next });
  await rename(outdir, previous).catch(() => undefined);
  await rename(next, outdir);
  await rm(previous, { recursive: true, force: true });
  return relative(root, outdir);
}
