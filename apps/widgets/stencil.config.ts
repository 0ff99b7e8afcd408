import type { Config } from '@stencil/core';

/** Only compiles; tools/build/widgets.mjs makes the two scripts of it and says where to. */
export const config: Config = {
  namespace: 'widgets',
  // Nothing is written onto the host page: no class on the element, no style in its head.
  hydratedFlag: null,
  invisiblePrehydration: false,
  enableCache: false,
  sourceMap: false,
  outputTargets: [
    {
      type: 'dist-custom-elements',
      dir: process.env.WIDGET_COMPONENTS,
      // Only those parts of Stencil's runtime that are used: 6 kB instead of 22 kB, compressed.
      externalRuntime: false,
      generateTypeDeclarations: false,
      minify: false,
      empty: false,
    },
  ],
};
