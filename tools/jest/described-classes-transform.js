const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const swc = require('@swc/jest');

const root = join(__dirname, '../..');
const sources = ['apps/admin-api', 'apps/connection-api', 'libs', 'tools/build'].map((folder) => join(root, folder));
const maySayTypes = (name) => /(?<!spec)\.(ts|js)$/.test(name);

/** Of everything that a description may be derived from. */
function fingerprint() {
  const files = sources.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  const hash = createHash('sha1').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of files.filter(maySayTypes).sort()) hash.update(readFileSync(file));
  return hash.digest('hex');
}
let known;

/** Tests run the classes that the bundles have. The cache knows one by its source and by all types that the source may name. */
exports.createTransformer = (options) => {
  const transformer = swc.createTransformer(options);
  return {
    process(source, path, more) {
      // Here, because reading the compiler takes a second.
      const { withDescriptions } = require('../build/described-classes.js');
      return transformer.process(withDescriptions(path, source), path, more);
    },
    getCacheKey: (...file) => `${transformer.getCacheKey(...file)}${(known ??= fingerprint())}`,
  };
};
