import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './start-embedded-postgres';

describe('embedded Postgres', () => {
  let parent: string;
  let dataDir: string;
  /** An initialised data folder. Copying one is faster than creating it. */
  let template: string;

  const newParent = () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
    chmodSync(folder, 0o755);
    return folder;
  };
  /** Keeps the owner of the files. */
  const copyTemplate = () => {
    mkdirSync(dirname(dataDir));
    execFileSync('cp', ['-a', template, dataDir]);
  };

  beforeAll(async () => {
    dataDir = join(newParent(), 'postgres');
    const first = await start();
    await first.stop();
    template = first.dataDir;
  });
  afterAll(() => rmSync(dirname(template), { recursive: true, force: true }));
  beforeEach(() => {
    parent = newParent();
    dataDir = join(parent, 'inner', 'postgres');
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const query = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const start = () => startEmbeddedPostgres({ dataDir, database: 'sync', durable: false });

  it('keeps its data across a restart and initialises the folder once', async () => {
    copyTemplate();
    const first = await start();
    await query(first.url, 'create table kept (n int); insert into kept values (42)');
    const created = await query(first.url, 'select system_identifier::text as id from pg_control_system()');
    await first.stop();
    await first.stop();
    expect(existsSync(join(first.dataDir, 'postmaster.pid'))).toBe(false);

    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(await query(second.url, 'select system_identifier::text as id from pg_control_system()')).toEqual(created);
    await second.stop();
  });

  it('takes the folder over from a server left running by an unclean shutdown', async () => {
    copyTemplate();
    const first = await start();
    await query(first.url, 'create table kept (n int); insert into kept values (7)');
    const left = Number.parseInt(readFileSync(join(first.dataDir, 'postmaster.pid'), 'utf8'), 10);

    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await expect(query(first.url, 'select 1')).rejects.toThrow();
    expect(Number.parseInt(readFileSync(join(second.dataDir, 'postmaster.pid'), 'utf8'), 10)).not.toBe(left);
    await second.stop();
  });

  it('ignores a stale postmaster.pid whose pid was reused', async () => {
    copyTemplate();
    const first = await start();
    const { dataDir: folder } = first;
    await first.stop();
    writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n0\n5432\n\n127.0.0.1\n`);

    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('rejects connections without the password', async () => {
    copyTemplate();
    const server = await start();
    const withoutPassword = server.url.replace(/:[^:@/]+@/, ':wrong@');
    await expect(query(withoutPassword, 'select 1')).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });

  it('recovers from an interrupted first start', async () => {
    mkdirSync(dirname(dataDir));
    writeFileSync(`${dataDir}.incomplete`, 'half of something');

    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('works as root in a folder that only root can read', async () => {
    chmodSync(parent, 0o700);
    const server = await startEmbeddedPostgres({ dataDir, database: 'quoted "name"', durable: false });
    expect(await query(server.url, 'select current_database() as name')).toEqual([{ name: 'quoted "name"' }]);
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  });

  it('reports that the server was killed', async () => {
    copyTemplate();
    const server = await start();
    const pid = readFileSync(join(server.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
    const reported = new Promise<void>((resolve) => server.onExit(resolve));
    spawn('kill', ['-KILL', pid]);
    await reported;
    await server.stop();
  });
});
