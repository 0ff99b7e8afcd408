import { buildAndStart, root } from './build-and-start.mjs';
import { inlinePackages } from './inline-packages.mjs';

/** These suites start hundreds of apps, so they start copies that need less processor time. */
export default async function globalSetup() {
  await buildAndStart();
  process.env.APP_BUNDLES = await inlinePackages(root);
}
