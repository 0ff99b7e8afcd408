import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Started {
  child: ChildProcess;
  lines: string[];
  ended: Promise<number | null>;
}

/** The service as a person starts it, with its real apps, on a data folder of its own. */
describe('npm start', () => {
  let dataFolder: string;
  const started: Started[] = [];

  const start = (environment: Record<string, string> = {}): Started => {
    const { DATABASE_URL: _database, REDIS_URL: _redis, npm_lifecycle_event: _npm, ...inherited } = process.env;
    const child = spawn(process.execPath, ['dist/tools/dev/start.mjs'], {
      env: { ...inherited, DATA_FOLDER: dataFolder, PORT: '0', LOG_LEVEL: 'warn', EXPORT_WORKERS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        lines.splice(0, lines.length, ...text.split('\n'));
      });
    }
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const entry = { child, lines, ended };
    started.push(entry);
    return entry;
  };
  const until = async (condition: () => boolean, what: string, lines: string[]) => {
    for (const deadline = Date.now() + 50_000; !condition(); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`${what}: waited in vain\n${lines.join('\n')}`);
    }
  };
  const ready = async (one: Started) => {
    await until(() => one.lines.some((line) => line.startsWith('ready')) || one.child.exitCode !== null, 'ready', one.lines);
    const url = /http:\/\/[\d.]+:\d+/.exec(one.lines.find((line) => line.startsWith('ready')) ?? '')?.[0];
    if (!url) throw new Error(`did not get ready:\n${one.lines.join('\n')}`);
    return url;
  };
  /** Every process that names the data folder or has it in its environment. */
  const family = () =>
    readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
      try {
        const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
        return text.includes(dataFolder);
      } catch {
        return false;
      }
    });

  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'start-'));
    chmodSync(dataFolder, 0o755);
  });
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('prints addresses and exactly one line starting with ready; SIGTERM drains and exits 0 and leaves no process', async () => {
    const service = start({ EXPORT_WORKERS: '2' });
    const url = await ready(service);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(200);
    expect((await fetch(`${url}/api/admin/anything`)).status).toBe(404);
    const webhook = async (body: string) =>
      (await fetch(`${url}/api/webhooks/01960000-0000-7000-8000-00000000dead`, { method: 'POST', body })).status;
    expect([await webhook('webhook_id=1'), await webhook('{}'), await webhook('x'.repeat(3_000_000))]).toEqual([200, 401, 413]);
    expect(service.lines.join('\n')).toContain(`${url}/api/docs`);
    const [control] = /http:\/\/\S+\/__control\/$/m.exec(service.lines.join('\n')) ?? ['no address of a demo shop'];
    expect((await fetch(control)).status).toBe(200);
    expect(service.lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);

    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(family()).toEqual([]);
    expect(existsSync(join(dataFolder, 'service.lock'))).toBe(false);
  });

  it('keeps its data over a restart', async () => {
    const files = ['encryption-keys', 'demo-shop-a.json', 'postgres/superuser-password'].map((file) => join(dataFolder, file));
    const first = start();
    await ready(first);
    const before = files.map((file) => readFileSync(file, 'utf8'));
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await ready(start());
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });

  it('a second one in the same folder says so and exits 1', async () => {
    const first = start();
    await ready(first);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.lines.join('\n')).toMatch(/already runs in this folder \(process \d+/);
  });

  it('a taken port is one clear line and exit 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const service = start({ PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.lines.filter((line) => line !== '')).toEqual([expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use.`)]);
    other.close();
  });

  it('a malformed variable is one line that names it and exit 1', async () => {
    const service = start({ PORT: 'http' });
    expect(await service.ended).toBe(1);
    expect(service.lines.filter((line) => line !== '')).toEqual([expect.stringMatching(/^PORT must be /)]);
  });

  it('leaves no process behind when it is killed with kill -9, and starts again', async () => {
    const killed = start();
    await ready(killed);
    expect(family().length).toBeGreaterThan(4);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await until(() => family().length === 0, 'no process left', killed.lines);
    await ready(start());
  });

  it('starts an app that was killed again, with a notice', async () => {
    const service = start();
    const url = await ready(service);
    const api = family().find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('connection-api'));
    process.kill(Number(api), 'SIGKILL');
    await until(() => service.lines.some((line) => line.includes('connection-api ended unexpectedly (SIGKILL)')), 'notice', service.lines);
    for (let status = 0; status !== 200; await sleep(100)) status = (await fetch(`${url}/health/ready`)).status;
  });

  it('DEMO=0 leaves the demo shop out', async () => {
    const service = start({ DEMO: '0' });
    await ready(service);
    expect(service.lines.join('\n')).not.toContain('demo-shop');
    expect(existsSync(join(dataFolder, 'demo-shop-a.json'))).toBe(false);
  });
});
