// Runs suites of the gate. At most five failed suites run once more, one after another. The ledger remembers a suite that passes only then
// (flaky-ledger.mjs).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { endLeftovers, markedEnvironment } from './end-leftovers.mjs';
import { judgeFlakySuites } from './flaky-ledger.mjs';
import { spawnInTerminal } from './in-terminal.mjs';

/** More failures than this have a common cause, which a rerun does not cure. */
const maxRerunSuites = 5;

/** Three times what the second tier takes on two cores. A common cause can make hundreds of tests wait for their timeouts. */
const maxMinutes = 60;

function spawnHere(program, args, options) {
  return spawnSync(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Without suites, Jest stopped before it wrote its report. */
function runJest(spawn, [program, ...words], args, minutes) {
  const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 'report.json');
  const { status, error } = spawn(program, [...words, ...args, '--json', `--outputFile=${file}`], {
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...markedEnvironment },
  });
  if (error?.code === 'ETIMEDOUT') console.log(`\nThe tests did not end within ${minutes} minutes.`);
  const left = endLeftovers();
  if (left > 0) console.log(`\nEnded ${left} processes that the tests had left running.`);
  const { testResults: suites } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  return { suites, failed: suites.filter((suite) => suite.status === 'failed'), isGreen: status === 0 && suites.length > 0 };
}

/** A suite that could not run counts as one test. */
function count(suites, status) {
  return suites.reduce(
    (sum, { assertionResults: tests, status: suite }) =>
      sum + (tests.length > 0 ? tests.filter((test) => test.status === status).length : Number(suite === status)),
    0,
  );
}

function outcome(suites, isGreen) {
  return { isGreen, passed: count(suites, 'passed'), failed: isGreen ? 0 : Math.max(1, count(suites, 'failed')), suites };
}

function printFlakySuites({ repeated, newEntries }) {
  for (const suite of repeated) console.log(`\nFLAKY FOR THE SECOND TIME, which fails the gate: ${suite}`);
  if (newEntries.length > 0) console.log('\nFLAKY: passed only on the rerun. Add to .ci/flaky-suites.json, with the reason and an owner:');
  for (const entry of newEntries) console.log(JSON.stringify(entry));
}

/** `command`: runs Jest and takes its arguments. Without `args` it runs all suites of the command. */
export function runTests({ command, args = [], inTerminal = false, minutes = maxMinutes }, ledger, today) {
  const spawn = inTerminal ? spawnInTerminal : spawnHere;
  const first = runJest(spawn, command, args, minutes);
  if (first.isGreen || first.failed.length === 0 || first.failed.length > maxRerunSuites) return outcome(first.suites, first.isGreen);

  const names = first.failed.map(({ name }) => relative(process.cwd(), name));
  console.log(`\nRerun, one after another: ${names.join(' ')}`);
  const projects = args.includes('--selectProjects') ? args.slice(args.indexOf('--selectProjects')) : [];
  const second = runJest(spawn, command, ['--runInBand', '--runTestsByPath', ...names, ...projects], minutes);
  const isCured = second.isGreen && second.suites.length === names.length;
  const flaky = judgeFlakySuites(ledger, isCured ? names : [], today);
  printFlakySuites(flaky);
  const others = first.suites.filter((suite) => !first.failed.includes(suite));
  return outcome([...others, ...(isCured ? second.suites : first.failed)], isCured && flaky.repeated.length === 0);
}
