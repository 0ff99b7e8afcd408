// `node run-php.mjs <version> [<test file> …]` compiles every PHP file of the plugins in that version of PHP, and runs the test files as
// programs (all without an argument). Prints JSON: { version, faults, tests: { [file]: { cases, exitCode, errors } } }.
import { readFileSync } from 'node:fs';
import { installPhp } from './install-php.mjs';
import { phpFiles, pluginsFolder, testFiles } from './plugin-files.mjs';

installPhp();
const { createNodeFsMountHandler, loadNodeRuntime } = await import('@php-wasm/node');
const { PHP } = await import('@php-wasm/universal');

const [version, ...chosen] = process.argv.slice(2);
// A process id: file locks ask for one.
const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }));
php.mkdir('/plugins');
await php.mount('/plugins', createNodeFsMountHandler(pluginsFolder));
php.writeFile('/internal/compile.php', readFileSync(new URL('compile.php', import.meta.url)));

/** Each run is a request of its own: what an earlier one declared is gone. */
async function run(scriptPath, env = {}) {
  try {
    const { text, errors, exitCode } = await php.run({ scriptPath, env });
    return { text, errors, exitCode };
  } catch (error) {
    const { text = '', errors = String(error), exitCode = 255 } = error.response ?? {};
    return { text, errors, exitCode };
  }
}

const faults = [];
for (const file of phpFiles) {
  const { text, errors, exitCode } = await run('/internal/compile.php', { FILE: `/plugins/${file}` });
  if (text !== '' || errors !== '' || exitCode !== 0) faults.push(`${file}: ${errors || text}`);
}
const tests = {};
for (const file of chosen.length > 0 ? chosen : testFiles) {
  const { text, errors, exitCode } = await run(`/plugins/${file}`);
  tests[file] = { cases: text.split('\n').filter((line) => line !== ''), exitCode, errors };
}
console.log(JSON.stringify({ version: (await php.run({ code: '<?php echo PHP_VERSION;' })).text, faults, tests }));
process.exit(0);
