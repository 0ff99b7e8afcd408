import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';

const run = (args: string[], environment: Record<string, string>) => {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/tools/dev/failed-tasks.mjs', ...args], {
    env: { ...inherited, ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
};

describe('npm run failed-tasks, with DATABASE_URL', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.dataSource.query('delete from tasks'));
  afterAll(() => database.stop());

  const command = (...args: string[]) => run(args, { DATABASE_URL: database.url });
  const stateOf = async (id: string) =>
    (await database.dataSource.query<{ state: string }[]>('select state from tasks where id = $1', [id]))[0]?.state;
  const failure = async (queue: string, name: string) => {
    const id = uuidv7();
    await database.dataSource.query(
      `insert into tasks (id, queue, name, payload, state, attempts, max_attempts, last_error, finished_at)
       values ($1, $2, $3, '{"tenantId": "canary-of-a-payload"}', 'failed', 5, 5, 'The shop answered 503.', now())`,
      [id, queue, name],
    );
    return id;
  };

  it('list shows failed work with its reason, and nothing of its payload', async () => {
    expect(command('list')).toEqual({ status: 0, stdout: 'No failed tasks.', stderr: '' });
    const [rules, webhook] = [await failure('sync-rules', 'derive-sync-rules'), await failure('webhooks', 'process-webhook')];
    const all = command('list');
    expect(all).toMatchObject({ status: 0, stderr: '' });
    for (const text of [rules, webhook, 'derive-sync-rules', 'process-webhook', 'The shop answered 503.'])
      expect(all.stdout).toContain(text);
    expect(all.stdout).not.toContain('canary');
    const page = command('list', '--limit', '1').stdout;
    expect(page).toContain(webhook);
    expect(page).toContain(`More: --after ${webhook}`);
    expect(command('list', '--queue', 'sync-rules').stdout).not.toContain(webhook);
  });

  it('show, retry and discard are about one task, and say so when it has not failed', async () => {
    const [one, other] = [await failure('webhooks', 'process-webhook'), await failure('webhooks', 'process-webhook')];
    expect(command('show', one).stdout).toMatch(/reason +The shop answered 503\./);
    expect(command('retry', one)).toMatchObject({ status: 0, stderr: '' });
    expect(await stateOf(one)).toBe('pending');
    expect(command('retry', one)).toEqual({ status: 1, stdout: `There is no failed task ${one}.`, stderr: '' });
    expect(command('discard', one).status).toBe(1);
    expect(command('discard', other)).toMatchObject({ status: 0 });
    expect([await stateOf(one), await stateOf(other)]).toEqual(['pending', undefined]);
  });

  it('retry --all retries what the filter matches', async () => {
    const ids = [
      await failure('webhooks', 'process-webhook'),
      await failure('webhooks', 'process-webhook'),
      await failure('sync-rules', 'derive-sync-rules'),
    ];
    expect(command('retry', '--all', '--queue', 'webhooks')).toEqual({ status: 0, stdout: '2 tasks are tried again.', stderr: '' });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['pending', 'pending', 'failed']);
  });

  it('a command that it does not know is answered with those that it knows', () => {
    expect(command('forget')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('retry --all') });
  });

  it('a database that cannot be reached is told in one line, without its password', () => {
    const { status, stderr } = run(['list'], { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/nowhere' });
    expect(status).toBe(1);
    expect(stderr.split('\n')).toEqual([expect.stringMatching(/^The database cannot be reached: /)]);
    expect(stderr).not.toContain('canary');
  });
});

it('npm run failed-tasks finds the embedded database of a running npm start, and opens it when none runs', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'failed-tasks-'));
  chmodSync(dataFolder, 0o755);
  const environment = { DATA_FOLDER: dataFolder, PORT: '0', DEMO: '0', EXPORT_WORKERS: '1', LOG_LEVEL: 'error' };
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const service = spawn(process.execPath, ['dist/tools/dev/start.mjs'], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    for (const end = Date.now() + 50_000; !/^ready/m.test(output) && Date.now() < end; await sleep(50));
    expect(run(['list'], environment)).toEqual({ status: 0, stdout: 'No failed tasks.', stderr: '' });
  } finally {
    const exit = once(service, 'exit');
    service.kill('SIGTERM');
    await exit;
  }
  expect(run(['list'], environment)).toEqual({ status: 0, stdout: 'No failed tasks.', stderr: '' });
  rmSync(dataFolder, { recursive: true, force: true });
}, 180_000);
