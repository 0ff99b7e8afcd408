const { createContext } = require('node:vm');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * A worker process that has nothing left to do frees its heap of some 300 MB before it ends, which takes a busy machine longer than the half
 * second that Jest grants. The system frees it at once.
 */
if (process.argv[1]?.endsWith('jest-worker/build/processChild.js')) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

const globals = () => Reflect.ownKeys(globalThis);

/**
 * Runs test files in the context of Jest itself, because packages that are loaded once (once-loaded-packages.js) must share `Error`, `Date`
 * and so on with our code. After each file globals and environment variables are as before.
 */
module.exports = class OneContextEnvironment {
  global = globalThis;
  context = createContext();
  exportConditions = () => ['node', 'node-addons'];
  getVmContext = () => this.context;
  globalsBefore = new Set(globals());
  variablesBefore = { ...process.env };
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    Object.assign(globalThis, config.globals);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ config, global: globalThis, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    // Jest defines some permanently: `delete` would throw.
    for (const key of globals()) if (!this.globalsBefore.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const name of Object.keys(process.env)) if (!(name in this.variablesBefore)) delete process.env[name];
    Object.assign(process.env, this.variablesBefore);
  }
};
