import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SupervisedProcess, type RestartPolicy } from './supervised-process';

const policy: RestartPolicy = { firstDelayMs: 20, maxDelayMs: 100, recoveredAfterMs: 60_000 };

describe('supervised process', () => {
  let folder: string;
  let lines: string[];
  let notices: string[];
  let givenUp: string[];
  let child: SupervisedProcess;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supervised-'));
    [lines, notices, givenUp] = [[], [], []];
  });
  afterEach(async () => {
    await child.stop(5_000);
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = (code: string) => {
    const script = join(folder, 'child.mjs');
    writeFileSync(script, code);
    const output = { line: (_: string, line: string) => lines.push(line), notice: (message: string) => notices.push(message) };
    const environment = { ...process.env, FORCE_COLOR: '1' };
    child = new SupervisedProcess({ name: 'app', script, environment }, output, (message) => givenUp.push(message), policy);
    child.start();
  };
  const until = async (condition: () => boolean) => {
    for (const deadline = Date.now() + 60_000; !condition(); await sleep(10)) {
      if (Date.now() > deadline) throw new Error(`timed out: ${JSON.stringify({ lines, notices, givenUp })}`);
    }
  };
  const starts = () => lines.filter((line) => line === 'started').length;

  it('restarts with a notice after a crash', async () => {
    begin(`console.log('started'); setInterval(() => {}, 1000);`);
    await until(() => starts() === 1);
    child.markReady();
    process.kill(child.pid ?? 0, 'SIGKILL');
    await until(() => starts() === 2);
    expect(notices).toEqual([expect.stringContaining('app exited unexpectedly (SIGKILL)')]);
    expect(givenUp).toEqual([]);
  });

  it('keeps restarting a process that crashes again and again, with delays that double up to a maximum, and says so', async () => {
    begin(`console.log('started'); setTimeout(() => process.exit(7), 50);`);
    child.markReady();
    await until(() => notices.length >= 6);
    const [first, ...more] = notices.slice(0, 6);
    expect(first).toBe('app exited unexpectedly (exit code 7); restarting in 0.02 s. The other processes go on.');
    const delays = more.map((notice) => /exit code 7, crash \d+ in a row\); restarting in ([\d.]+) s/.exec(notice)?.[1]);
    expect(delays).toEqual(['0.04', '0.08', '0.1', '0.1', '0.1']);
    expect(givenUp).toEqual([]);
  });

  it.each([
    [`console.error('app cannot start: DATABASE_URL must be an address'); process.exit(1);`, 'DATABASE_URL must be an address'],
    [
      `console.log(JSON.stringify({ level: 'fatal', msg: 'cannot start', reason: 'its port is in use' })); process.exit(1);`,
      'its port is in use',
    ],
    [`throw new TypeError('broken')`, 'TypeError: broken'],
    [`process.exit(1)`, 'no output'],
  ])('gives up at once with the cause if it cannot start: %s', async (code, cause) => {
    begin(code);
    await until(() => givenUp.length > 0);
    expect(givenUp).toEqual([`app could not start (exit code 1): ${cause}`]);
    expect(lines.some((line) => line.includes(cause))).toBe(cause !== 'no output');
    expect(notices).toEqual([]);
  });

  it('stops on SIGTERM without a restart', async () => {
    begin(
      `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); console.log('started'); setInterval(() => {}, 1000);`,
    );
    await until(() => starts() === 1);
    child.markReady();
    await child.stop(5_000);
    await until(() => lines.includes('drained'));
    expect([notices, givenUp, starts()]).toEqual([[], [], 1]);
  });

  it('is killed if it does not stop before the deadline', async () => {
    begin(`process.on('SIGTERM', () => {}); console.log('started'); setInterval(() => {}, 1000);`);
    await until(() => starts() === 1);
    const { pid } = child;
    await child.stop(200);
    expect(() => process.kill(pid ?? 0, 0)).toThrow();
    expect(notices).toEqual([expect.stringContaining('was killed')]);
  });

  it('learns through its IPC channel that the supervisor is gone', async () => {
    begin(
      `console.log(process.env.SUPERVISED, typeof process.send, process.connected); console.log('started'); setInterval(() => {}, 1000);`,
    );
    await until(() => starts() === 1);
    expect(lines).toContain('1 function true');
  });
});
