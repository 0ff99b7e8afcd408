import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { StartedService, until, type Exit } from '@sync/test-harness';

const clean: Exit = { code: 0, signal: null };
const failed: Exit = { code: 1, signal: null };

/** The real service on a data folder of its own. Each test continues where the previous one ended. */
describe('npm start', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'start-'));
  const started: StartedService[] = [];
  let service: StartedService;
  let url = '';
  let kept: string[] = [];

  const start = (environment: Record<string, string> = {}) => {
    service = new StartedService({ DATA_FOLDER: dataFolder, ...environment });
    started.push(service);
    return service;
  };
  const keptFiles = () =>
    ['encryption-keys', 'demo-shop-a.json', 'postgres/superuser-password'].map((file) => readFileSync(join(dataFolder, file), 'utf8'));
  /** Every process with the data folder in its arguments or environment. */
  const family = () =>
    readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return (command + readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(dataFolder) ? [{ pid: Number(pid), command }] : [];
      } catch {
        return [];
      }
    });
  /** On a busy machine the gateway may briefly report a slow app as 503. */
  const untilWell = () => until(async () => (await fetch(`${url}/health/ready`)).status === 200);

  beforeAll(async () => {
    chmodSync(dataFolder, 0o755);
    // Not the default ports, which an `npm start` beside the tests may use.
    for (const shop of ['demo-shop-a', 'demo-shop-b'])
      writeFileSync(join(dataFolder, `${shop}.json`), JSON.stringify({ port: await freePort() }));
  });
  afterAll(async () => {
    for (const one of started) await one.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('reports a port in use in one line and exits 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await start({ PORT: String(port) }).exited).toEqual(failed);
    expect(service.lines).toEqual([expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use.`)]);
    other.close();
  });

  it('reports a malformed variable by name in one line and exits 1', async () => {
    expect(await start({ PORT: 'http' }).exited).toEqual(failed);
    expect(service.lines).toEqual([expect.stringMatching(/^PORT should be /)]);
  });

  it('reports in one line that the data folder cannot be made, and exits 1', async () => {
    expect(await start({ DATA_FOLDER: '/dev/null/inside' }).exited).toEqual(failed);
    expect(service.lines).toEqual([
      expect.stringMatching(/^The data folder \/dev\/null\/inside cannot be used \(ENOTDIR\)\. Set DATA_FOLDER /),
    ]);
  });

  it('reports in one line that no Redis listens at REDIS_URL, without its password, and exits 1', async () => {
    const port = await freePort();
    expect(await start({ REDIS_URL: `redis://:canary@127.0.0.1:${port}` }).exited).toEqual(failed);
    expect(service.lines).toEqual([expect.stringContaining(`REDIS_URL: no Redis listens at 127.0.0.1:${port} (ECONNREFUSED).`)]);
    expect(service.output).not.toContain('canary');
  });

  it('prints addresses and exactly one line starting with ready', async () => {
    url = await start({ EXPORT_WORKERS: '2' }).ready();
    await untilWell();
    expect((await fetch(`${url}/`)).status).toBe(200);
    expect((await fetch(`${url}/api/admin/anything`)).status).toBe(404);
    const webhook = async (body: string | URLSearchParams) =>
      (await fetch(`${url}/api/webhooks/01960000-0000-7000-8000-00000000dead`, { method: 'POST', body })).status;
    expect([await webhook(new URLSearchParams({ webhook_id: '1' })), await webhook('{}'), await webhook('x'.repeat(3_000_000))]).toEqual([
      200, 401, 413,
    ]);
    expect(service.output).toContain(`${url}/api/docs`);
    const [control] = /http:\/\/\S+\/__control\/$/m.exec(service.output) ?? ['no address of a demo shop'];
    expect((await fetch(control)).status).toBe(200);
    expect(service.lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  });

  const signIn = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/api/admin/sessions`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };

  it('prints the first administrator once, who can sign in', async () => {
    const [, login, password] = /^Administrator +login (\S+), password (\S+) /m.exec(service.output) ?? [];
    expect(await signIn({ login, password })).toBe(201);
    expect(await signIn({ login, password: 'wrong-wrong-wrong' })).toBe(401);
    expect(await (await fetch(`${url}/about`)).text()).not.toContain(password);
    expect(service.output.split(password ?? '')).toHaveLength(2);
  });

  it('refuses a second instance in the same folder and exits 1', async () => {
    const second = new StartedService({ DATA_FOLDER: dataFolder });
    expect(await second.exited).toEqual(failed);
    expect(second.output).toMatch(/is already running in this folder \(process \d+/);
  });

  it('restarts a killed app with a notice', async () => {
    const api = family().find(({ command }) => command.includes('connection-api'));
    process.kill(api!.pid, 'SIGKILL');
    await until(() => service.output.includes('connection-api exited unexpectedly (SIGKILL)'));
    await untilWell();
  });

  it('SIGTERM drains, exits 0 and leaves no process', async () => {
    kept = keptFiles();
    expect(await service.stop()).toEqual(clean);
    await until(() => family().length === 0);
    expect(existsSync(join(dataFolder, 'service.lock'))).toBe(false);
  });

  it('keeps its data across a restart', async () => {
    await start().ready();
    expect(keptFiles()).toEqual(kept);
    expect(service.output).toMatch(/^Administrator +lost the password\? npm run admin -- reset/m);
  });

  it('leaves no process behind after kill -9, and starts again', async () => {
    expect(family().length).toBeGreaterThan(4);
    await service.kill();
    await until(() => family().length === 0);
    await start().ready();
    service.signal('SIGINT');
    expect(await service.exited).toEqual(clean);
  });

  it('says in one line that the encryption keys are not those of the database, and exits 1', async () => {
    const path = join(dataFolder, 'encryption-keys');
    const [id] = readFileSync(path, 'utf8').split(':');
    writeFileSync(path, `${id}:${randomBytes(32).toString('base64')}\n`);
    expect(await start().exited).toEqual(failed);
    expect(service.lines).toEqual([
      expect.stringContaining(`The keys do not fit the database: encryption key ${id} (different). Set ENCRYPTION_KEYS`),
    ]);
  });
});
