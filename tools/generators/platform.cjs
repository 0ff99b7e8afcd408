// Nx loads this file. Nx itself reads TypeScript only with a compiler that this workspace does not have, so esbuild bundles the generator.
const Module = require('node:module');
const { join } = require('node:path');
const { buildSync } = require('esbuild');

const entry = join(__dirname, 'src/generator.ts');
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
