// What Nx loads. Nx reads TypeScript only by a compiler that this workspace does not have, so the generator is put together
// by the one that makes the bundles.
const Module = require('node:module');
const { join } = require('node:path');
const { buildSync } = require('esbuild');

const entry = join(__dirname, 'src/platform/generator.ts');
const { outputFiles } = buildSync({
  entryPoints: [entry],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  packages: 'external',
  write: false,
});
const generator = new Module(entry, module);
generator.filename = entry;
generator.paths = module.paths;
generator._compile(outputFiles[0].text, entry);

module.exports = generator.exports.default;
