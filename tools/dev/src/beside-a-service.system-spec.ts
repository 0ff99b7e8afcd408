import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedService } from '@sync/test-harness';
import { Client } from 'pg';
import { databaseInUse } from './supervisor/database';

interface Run {
  status: unknown;
  stdout: string;
  stderr: string;
}

/** Runs the program behind an `npm run …`. */
const run = (words: string[], environment: Record<string, string>) => {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  return new Promise<Run>((resolve) => {
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    );
  });
};

describe('beside npm start, with DEMO=0', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'failed-tasks-'));
  const environment = { DATA_FOLDER: dataFolder, DEMO: '0', REGISTER_RATE_LIMIT_PER_MINUTE: '1000' };
  const failedTasks = ['dist/tools/dev/operations.mjs', 'failed-tasks', 'list'];
  const none: Run = { status: 0, stdout: 'No failed tasks.', stderr: '' };
  let service: StartedService;
  let url: string;

  beforeAll(async () => {
    chmodSync(dataFolder, 0o755);
    service = new StartedService(environment);
    url = await service.ready();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('npm start runs no demo shops', () => {
    expect(service.output).not.toContain('demo-shop');
    expect(existsSync(join(dataFolder, 'demo-shop-a.json'))).toBe(false);
  });

  it('npm run demo -- --against and npm run soak -- --against run with a service that is there already, and leave no connection to their shops', async () => {
    const against = ['--against', url];
    const demo = await run(['dist/tools/dev/demo.mjs', ...against], {});
    expect(demo.stdout).toMatch(/Nordlicht\s+orders\s+12\s+600\s+600/);
    expect(demo.stdout).toMatch(/signed with a wrong secret: 401[^]*skipped, because the operators[^]*The connections are uninstalled/);
    expect(demo).toMatchObject({ status: 0, stderr: '' });
    const soak = await run(['dist/tools/e2e/soak.mjs', ...against, '--minutes', '0.03', '--page-seconds', '1', '--seed', '7'], {});
    expect(soak.stdout).toMatch(
      /Skipped: faults that need the processes[^]*busy shop +victim [^]*Nothing was lost, the feeds are equal to the shops\./,
    );
    expect(soak).toMatchObject({ status: 0, stderr: '' });
    const client = new Client({ connectionString: databaseInUse(dataFolder) ?? '' });
    await client.connect();
    const { rows } = await client.query('select status from system_connections where base_url is not null and deleted_at is null');
    await client.end();
    expect(rows).toEqual([]);
  });

  it('npm run failed-tasks uses the embedded database, whether or not npm start is running', async () => {
    expect(await run(failedTasks, environment)).toEqual(none);
    await service.stop();
    expect(await run(failedTasks, environment)).toEqual(none);
  });
});
