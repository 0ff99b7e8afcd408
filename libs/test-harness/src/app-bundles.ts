import { join, resolve } from 'node:path';

/** The built script of an app. `bundles`: folder of the built apps. */
export function appBundle(app: string, bundles = 'dist/apps'): string {
  return resolve(join(bundles, app, 'main.mjs'));
}
