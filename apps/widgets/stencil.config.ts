import { join } from 'node:path';
import type { Config } from '@stencil/core';
import { platformFacts } from '../../tools/build/platform-facts.mjs';
import { stencilFeatures } from '../../tools/build/stencil-features.mjs';
import { widgetTexts } from '../../tools/build/widget-texts.mjs';

/** Compiles only: tools/build/widgets.mjs names the output folder and bundles the two scripts. */
export const config: Config = {
  namespace: 'widgets',
  // Writes nothing onto the host page: no class on the element, no style in its head.
  hydratedFlag: null,
  invisiblePrehydration: false,
  enableCache: false,
  sourceMap: false,
  rollupPlugins: {
    before: [platformFacts(join(__dirname, '../..')), stencilFeatures(), widgetTexts(join(__dirname, 'src/language/texts'))],
  },
  outputTargets: [
    {
      type: 'dist-custom-elements',
      dir: process.env.WIDGET_COMPONENTS,
      customElementsExportBehavior: 'auto-define-custom-elements',
      // Includes only the parts of Stencil's runtime that the elements use.
      externalRuntime: false,
      generateTypeDeclarations: false,
      minify: false,
      empty: false,
    },
  ],
};
