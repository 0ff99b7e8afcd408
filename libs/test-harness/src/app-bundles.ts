import { join, resolve } from 'node:path';

/** Folder of the apps that tests start: the integration tests' global setup names one whose bundles start faster. */
export function appBundles(): string {
  return resolve(process.env.APP_BUNDLES ?? 'dist/apps');
}

export function appBundle(app: string): string {
  return join(appBundles(), app, 'main.mjs');
}
