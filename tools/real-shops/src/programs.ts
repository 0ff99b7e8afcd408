import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { stopWithOwner } from '@sync/embedded-services';
import { until } from '@sync/test-harness';

/** What ends the parts of the rig that run, in the order of their start. */
export type Stops = (() => Promise<unknown>)[];

const readyTimeoutMs = 60_000;
const maxOutputBytes = 64 * 1024 * 1024;
const run = promisify(execFile);

/** Debian keeps servers outside of a user's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin` };

/** Runs a program to its end and returns its output. Rejects with its last lines. */
export async function runProgram(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    return (await run(program, args, { cwd, env, maxBuffer: maxOutputBytes })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message.slice(0, 300)}\n${`${stdout}\n${stderr}`.slice(-3_000)}${packagesFor(error)}`);
  }
}

/** Starts a server, which ends with this process, even after SIGKILL. Resolves when `isReady` does not reject any more. */
export async function startServer(program: string, args: readonly string[], isReady: () => Promise<unknown>, stops: Stops): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, cwd: '/' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-3_000)));
  }
  child.once('error', (error) => (output += error.message + packagesFor(error)));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const cancelWatch = stopWithOwner(child, { first: 'TERM', last: 'KILL', afterSeconds: 15 });
  stops.push(async () => {
    const exit = isRunning() && once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    cancelWatch();
  });
  const responds = async () => {
    const isUp = await isReady().then(
      () => true,
      () => false,
    );
    if (!isUp && !isRunning()) throw new Error(`${program} did not start.\n${output}`);
    return isUp;
  };
  await until(responds, readyTimeoutMs, () => `: ${program} does not respond.\n${output}`);
}

function packagesFor(error: unknown): string {
  return (error as { code?: unknown }).code === 'ENOENT' ? '\nInstall the packages that docs/real-shops.md lists.' : '';
}

export const phpSettings = ['-d', 'memory_limit=512M', '-d', 'display_errors=0', '-d', 'max_execution_time=300'];

/** Runs a PHP script in the folder of a shop and returns the JSON that it prints as its last line. */
export async function runPhp<T>(script: string, args: readonly string[], cwd: string): Promise<T> {
  const output = await runProgram('php', [...phpSettings, '-d', 'error_reporting=E_ERROR', script, ...args], cwd);
  try {
    return JSON.parse(output.trimEnd().split('\n').pop() ?? '') as T;
  } catch {
    throw new Error(`${script} did not print JSON:\n${output.slice(-2_000)}`);
  }
}
