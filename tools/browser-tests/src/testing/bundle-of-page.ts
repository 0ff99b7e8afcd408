import { build, type BuildOptions } from 'esbuild';

/** Of the built package of the widgets. */
export const packageFolder = 'dist/apps/widgets/package';

/** As a site's own build bundles it, with the built package. */
export async function bundleOfPage(source: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> {
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    alias: { '@connection-sync/widgets': `${process.cwd()}/${packageFolder}/index.js` },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return outputFiles[0]!.text;
}
