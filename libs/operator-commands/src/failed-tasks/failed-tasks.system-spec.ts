import { execFile } from 'node:child_process';
import { FailedTasks } from '@sync/durable-work';
import { appBundle, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { readCommand } from './command';
import { resolveFailedWork } from './resolve-failed-work';

interface Run {
  status: unknown;
  stdout: string;
  stderr: string;
}

/** Runs the real command. */
const run = (args: string[], environment: Record<string, string>) => {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  return new Promise<Run>((resolve) => {
    execFile(process.execPath, [appBundle('operations'), 'failed-tasks', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    );
  });
};

describe('failed-tasks', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.dataSource.query('delete from tasks'));
  afterAll(() => database.stop());

  /** Runs the command in this process. */
  const command = async (...args: string[]) => {
    const { lines, ok } = await resolveFailedWork(new FailedTasks(database.dataSource, null), readCommand(args));
    return { ok, output: lines.join('\n') };
  };
  const stateOf = async (id: string) =>
    (await database.dataSource.query<{ state: string }[]>('select state from tasks where id = $1', [id]))[0]?.state;
  const failure = async (queue: string, name: string) => {
    const id = uuidv7();
    await database.dataSource.query(
      `insert into tasks (id, queue, name, payload, state, attempts, max_attempts, last_error, finished_at)
       values ($1, $2, $3, '{"tenantId": "canary-of-a-payload"}', 'failed', 5, 5, 'The shop responded with 503.', now())`,
      [id, queue, name],
    );
    return id;
  };

  it('prints the outcome and exits 0, or 1 if the task does not exist', async () => {
    const [id, unknown] = [await failure('sync-rules', 'derive-sync-rules'), uuidv7()];
    const environment = { DATABASE_URL: database.ownerUrl };
    const [shown, none] = await Promise.all([run(['show', id], environment), run(['retry', unknown], environment)]);
    expect(shown).toEqual({ status: 0, stdout: (await command('show', id)).output, stderr: '' });
    expect(none).toEqual({ status: 1, stdout: `Failed task ${unknown} does not exist.`, stderr: '' });
  });

  it('list shows failed tasks with their reason, without payloads', async () => {
    expect(await command('list')).toEqual({ ok: true, output: 'No failed tasks.' });
    const [rules, webhook] = [await failure('sync-rules', 'derive-sync-rules'), await failure('webhooks', 'process-webhook')];
    const all = await command('list');
    expect(all.ok).toBe(true);
    for (const text of [rules, webhook, 'derive-sync-rules', 'process-webhook', 'The shop responded with 503.'])
      expect(all.output).toContain(text);
    expect(all.output).not.toContain('canary');
    const { output: page } = await command('list', '--limit', '1');
    expect(page).toContain(webhook);
    expect(page).toContain(`More: --after ${webhook}`);
    expect((await command('list', '--queue', 'sync-rules')).output).not.toContain(webhook);
  });

  it('show, retry and discard concern one failed task', async () => {
    const [one, other] = [await failure('webhooks', 'process-webhook'), await failure('webhooks', 'process-webhook')];
    expect((await command('show', one)).output).toMatch(/reason +The shop responded with 503\./);
    expect((await command('retry', one)).ok).toBe(true);
    expect(await stateOf(one)).toBe('pending');
    expect(await command('retry', one)).toEqual({ ok: false, output: `Failed task ${one} does not exist.` });
    expect((await command('discard', one)).ok).toBe(false);
    expect((await command('discard', other)).ok).toBe(true);
    expect([await stateOf(one), await stateOf(other)]).toEqual(['pending', undefined]);
  });

  it('retry --all retries the tasks that match the filter', async () => {
    const ids = [
      await failure('webhooks', 'process-webhook'),
      await failure('webhooks', 'process-webhook'),
      await failure('sync-rules', 'derive-sync-rules'),
    ];
    expect(await command('retry', '--all', '--queue', 'webhooks')).toEqual({ ok: true, output: '2 tasks will be retried.' });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['pending', 'pending', 'failed']);
  });

  it('reports an unreachable database in one line, without the password', async () => {
    const { status, stderr } = await run(['list'], { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/nowhere' });
    expect(status).toBe(1);
    expect(stderr.split('\n')).toEqual([expect.stringMatching(/^The database is unreachable: /)]);
    expect(stderr).not.toContain('canary');
  });
});
