const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const requirePackage = createRequire(__filename);
const ownNames = ['.', '/', '@sync/', '@jest/'];
/** By file. */
const compiled = new Map();

/** V8 compiles a module once per worker process. It still runs for each test file. */
function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.run;
  const run = compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, run });
  return run;
}

/**
 * Loads npm packages once per worker process, as Node does. Jest loads them again for each test file, which took a quarter of the processor
 * time of a small one. Our own modules stay new for each test file. Needs one-context-environment.js.
 */
module.exports = class OnceLoadedPackages extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) => compileOnce(source, filename, executor.injectedModuleParameters);
  }

  requireModuleOrMock(from, name) {
    const isPackage = !ownNames.some((start) => name.startsWith(start)) && !isBuiltin(name);
    return isPackage ? requirePackage(name) : super.requireModuleOrMock(from, name);
  }
};
