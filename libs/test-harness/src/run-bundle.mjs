// Runs the bundle beside this file. Loading it takes half of the processor time when V8 finds its code compiled.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const folder = dirname(fileURLToPath(import.meta.url));
const filename = join(folder, 'bundle.cjs');
const cache = join(folder, 'code-cache');
// The bundler writes ASCII.
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
const script = new Script(source, { filename, cachedData: existsSync(cache) ? readFileSync(cache) : undefined });

if (process.env.KEEP_CODE_CACHE) {
  process.once('exit', () => {
    // V8 accepts it only with the same flags, and the worker changes this one.
    setFlagsFromString('--heap-growing-percent=0');
    writeFileSync(`${cache}.new`, script.createCachedData());
    renameSync(`${cache}.new`, cache);
  });
}

const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename, folder);
