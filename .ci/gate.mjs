// The steps of the gate, cheapest first. It stops at the first that fails. Its last line counts the tests, even when no test ran.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { styleText } from 'node:util';
import { checkAdvisories } from './advisories.mjs';
import { runTests, spawnInTerminal } from './tests.mjs';

const totals = { passed: 0, failed: 0 };

function command(...args) {
  return () => spawnSync(args[0], args.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** Each keeps one core busy. What one prints stays together. */
function sideBySide(...commands) {
  return async () => (await Promise.all(commands.map((words) => printedWhole(words)))).every((status) => status === 0);
}

async function printedWhole([program, ...args]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  console.log(`\n${[program, ...args].join(' ')} (after ${Math.round(process.uptime())} s)\n${Buffer.concat(chunks)}`);
  return status;
}

function tests(selection) {
  return () => {
    const { isGreen, passed, failed } = runTests(selection);
    totals.passed += passed;
    totals.failed += failed;
    return isGreen;
  };
}

/** Suites that read the output of the programs that they start. In a colour terminal that output has other bytes. */
const outputReaders = [
  ...['libs/command-line/', 'libs/embedded-services/src/progress-bar', 'tools/dev/src/(demo/|run|supervisor/)'],
  ...['tools/generators/', 'tools/checks/src/gate-tests'],
];

const firstTier = ['npm', 'test', '--'];
const everyTier = ['npm', 'run', 'test:all', '--'];

const outcomes = {
  true: styleText('green', 'passed', { stream: process.stdout }),
  false: styleText('red', 'FAILED', { stream: process.stdout }),
};

const steps = {
  // First, because it promises to need nothing but Node.
  'npm test': tests({ command: firstTier }),
  programs: command('.ci/install-programs'),
  advisories: checkAdvisories,
  'format, types, lint': sideBySide(
    ['npx', 'prettier', '--check', '--log-level', 'warn', '.'],
    ['npm', 'run', 'typecheck'],
    ['npm', 'run', 'lint'],
  ),
  build: command('npm', 'run', 'build'),
  'second tier': tests({ command: everyTier, args: ['--selectProjects', 'redis', 'system'] }),
  'in a terminal': tests({
    command: everyTier,
    args: [...outputReaders, '--selectProjects', 'unit', 'integration', 'system'],
    inTerminal: true,
  }),
  demo: () => spawnInTerminal('npm', ['run', 'demo']).status === 0,
};

const times = [];
let isGreen = true;
for (const [name, run] of Object.entries(steps)) {
  console.log(`\n=== ${name} (after ${Math.round(process.uptime())} s)`);
  const started = Date.now();
  isGreen = await run();
  times.push(`${name.padEnd(20)} ${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${outcomes[isGreen]}`);
  if (!isGreen) break;
}

console.log(`\n=== ${isGreen ? 'done' : 'failed'} (after ${Math.round(process.uptime())} s)\n${times.join('\n')}`);
console.log(`\n${totals.passed} passed, ${isGreen ? 0 : Math.max(1, totals.failed)} failed`);
process.exit(isGreen ? 0 : 1);
