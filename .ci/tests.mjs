// Runs suites of the gate. At most five failed suites run once more, one after another. One that passes only then is flaky: it is listed in
// flaky-suites.txt, and fails the gate when it fails again.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const list = '.ci/flaky-suites.txt';
/** More failures than this have a common cause, which a rerun does not cure. */
const maxRerunSuites = 5;
/** Three times what the second tier takes on two cores. A common cause can make hundreds of tests wait for their timeouts. */
const maxMinutes = 60;
/** Every process that a step starts inherits this. */
const mark = { GATE_RUN: String(process.pid) };

/** Runs a program as in a developer's terminal: a pseudo-terminal, with colours, from the `script` of util-linux, which every Debian has. */
export function spawnInTerminal(program, args, { env = process.env, ...options } = {}) {
  const command = [program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const { NO_COLOR: _plain, ...environment } = env;
  return spawnSync('script', ['-qec', command, '/dev/null'], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
    // CI: Jest prints each suite once instead of redrawing the screen.
    env: { ...environment, FORCE_COLOR: '1', CI: 'true' },
  });
}

function spawnHere(program, args, options) {
  return spawnSync(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * Ends what a step left running. A killed Jest leaves its workers and what their tests started. They hold the gate's output open, so its
 * reader would wait for them.
 */
function endLeftovers() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  for (const pid of pids) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (!environment.includes(`GATE_RUN=${mark.GATE_RUN}`)) continue;
      process.kill(Number(pid), 'SIGKILL');
      console.log(`\nEnded process ${pid}, which the tests had left running.`);
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
}

/** Without suites, Jest stopped before it wrote its report. */
function runJest(spawn, [program, ...words], args, minutes) {
  const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 'report.json');
  const options = { timeout: minutes * 60_000, killSignal: 'SIGKILL', env: { ...process.env, ...mark } };
  const { status, error } = spawn(program, [...words, ...args, '--json', `--outputFile=${file}`], options);
  if (error?.code === 'ETIMEDOUT') console.log(`\nThe tests did not end within ${minutes} minutes.`);
  endLeftovers();
  const suites = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [];
  return { suites, failed: suites.filter((suite) => suite.status === 'failed'), isGreen: status === 0 && suites.length > 0 };
}

/** A suite that could not run counts as one test. */
function count(suites, status) {
  const tests = suites.flatMap(({ assertionResults, status: suite }) =>
    assertionResults.length > 0 ? assertionResults : [{ status: suite }],
  );
  return tests.filter((test) => test.status === status).length;
}

function outcome(suites, isGreen) {
  return { isGreen, passed: count(suites, 'passed'), failed: isGreen ? 0 : Math.max(1, count(suites, 'failed')) };
}

/** `command`: runs Jest and takes its arguments. Without `args` it runs all suites of the command. */
export function runTests({ command, args = [], inTerminal = false, minutes = maxMinutes }) {
  const spawn = inTerminal ? spawnInTerminal : spawnHere;
  const { suites, failed, isGreen } = runJest(spawn, command, args, minutes);
  const names = failed.map(({ name }) => relative(process.cwd(), name));
  const listed = readFileSync(list, 'utf8').split('\n');
  const again = names.filter((name) => listed.includes(name));
  for (const name of again) console.log(`\nFLAKY FOR THE SECOND TIME: ${name} is listed in ${list}. Repair it and remove its line.`);
  if (isGreen || again.length > 0 || names.length === 0 || names.length > maxRerunSuites) return outcome(suites, isGreen);

  console.log(`\nRerun, one after another: ${names.join(' ')}`);
  const projects = args.includes('--selectProjects') ? args.slice(args.indexOf('--selectProjects')) : [];
  const second = runJest(spawn, command, ['--runInBand', '--runTestsByPath', ...names, ...projects], minutes);
  if (!second.isGreen || second.suites.length < names.length) return outcome(suites, false);
  console.log(`\nFLAKY: passed only on the rerun. Commit what is new in ${list}: ${names.join(' ')}`);
  appendFileSync(list, names.map((name) => `${name}\n`).join(''));
  return outcome([...suites.filter((suite) => !failed.includes(suite)), ...second.suites], true);
}
