const { default: Sequencer } = require('@jest/test-sequencer');

/** Their suites start a whole service, and browsers. */
const wholeService = ['/tools/browser-tests/', '/tools/e2e/'];

/**
 * Starts the longest suites first, so that no core is idle in the end. On a fresh clone Jest goes by the size of the file, and would start
 * these last: their tests are in other files.
 */
module.exports = class WholeServiceFirst extends Sequencer {
  sort(tests) {
    const isFirst = ({ path }) => wholeService.some((folder) => path.includes(folder));
    const sorted = super.sort(tests);
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
};
