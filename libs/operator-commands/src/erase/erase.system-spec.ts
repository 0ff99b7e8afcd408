import { execFile } from 'node:child_process';
import { eraseUnusedTenants, insertConnection } from '@sync/domain';
import { appBundle, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';

interface Run {
  status: unknown;
  stdout: string;
  stderr: string;
}

/** Runs the real command. */
const run = (args: string[], database: TestDatabase) => {
  const env = { ...process.env, DATABASE_URL: database.ownerUrl };
  return new Promise<Run>((resolve) => {
    execFile(process.execPath, [appBundle('operations'), 'erase', 'unused-tenants', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    );
  });
};

describe('erase unused-tenants', () => {
  let database: TestDatabase;
  const sql = <T = Record<string, unknown>>(text: string, values: unknown[] = []) => database.dataSource.query<T[]>(text, values);

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.stop());

  /** As a direct initialisation leaves it. */
  async function tenant(ageDays: number, { usedDaysAgo }: { usedDaysAgo?: number } = {}): Promise<string> {
    const id = uuidv7();
    await sql(`insert into tenants (id, name, created_at) values ($1, 'Quiet Bay', now() - make_interval(days => $2))`, [id, ageDays]);
    const connectionId = await connection(id, 'mailing_platform', 'active');
    await sql(
      `insert into access_tokens (id, system_connection_id, token_hash, name, last_used_at)
       values ($1, $2, sha256($3), 'direct-initialisation', now() - make_interval(days => $4))`,
      [uuidv7(), connectionId, Buffer.from(connectionId), usedDaysAgo ?? null],
    );
    return id;
  }

  async function connection(tenantId: string, slug: string | null, status: string): Promise<string> {
    const [system] = await sql<{ id: string }>('select id from systems where slug = $1', [slug]);
    const trigger = slug === 'mailing_platform' ? 'direct initialisation' : 'tenant initiation';
    const values = { tenantId, systemId: system?.id ?? null, name: 'A connection' };
    const { id } = await insertConnection(database.dataSource.manager, { trigger, actor: 'plugin' }, values);
    await sql('update system_connections set status = $2 where id = $1', [id, status]);
    await sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts)
       values ($1, 'sync-rules', 'derive-sync-rules', '{}', $2, 'pending', 5)`,
      [uuidv7(), id],
    );
    return id;
  }

  const rowsOf = async (tenantId: string) => {
    const [row] = await sql<{ rows: number }>(
      `select (select count(*) from tenants where id = $1)::int + (select count(*) from system_connections where tenant_id = $1)::int
         + (select count(*) from connection_transitions where tenant_id = $1)::int as rows`,
      [tenantId],
    );
    return row?.rows;
  };

  it('lists and erases old tenants that never linked anything, and no others', async () => {
    const unused = [await tenant(40), await tenant(50, { usedDaysAgo: 45 })];
    const used = [await tenant(10), await tenant(40, { usedDaysAgo: 1 }), await tenant(40), await tenant(40), await tenant(40)];
    await connection(used[2]!, 'commerce_a', 'inactive');
    await connection(used[3]!, null, 'pending');
    // A shop that was uninstalled and removed.
    const removed = await connection(used[4]!, 'commerce_b', 'active');
    await sql('delete from system_connections where id = $1', [removed]);

    const listed = await run(['--older-than-days', '30', '--list'], database);
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    for (const id of unused) expect(listed.stdout).toContain(id);
    for (const id of used) expect(listed.stdout).not.toContain(id);

    const rows = await Promise.all(used.map(rowsOf));
    expect(await run(['--older-than-days', '30'], database)).toEqual({
      status: 0,
      stdout: '2 unused tenants are erased.',
      stderr: '',
    });
    expect(await Promise.all(unused.map(rowsOf))).toEqual([0, 0]);
    expect(await Promise.all(used.map(rowsOf))).toEqual(rows);
    expect(await run(['--older-than-days', '30', '--list'], database)).toMatchObject({ status: 0, stdout: 'No unused tenants.' });
  });

  it('keeps a tenant that links something meanwhile', async () => {
    const id = await tenant(40);
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await insertConnection(holder.manager, { trigger: 'tenant initiation', actor: 'plugin' }, { tenantId: id, name: 'A handshake' });
    expect(await eraseUnusedTenants(database.dataSource, 30)).toBe(0);
    await holder.commitTransaction();
    await holder.release();
    expect(await eraseUnusedTenants(database.dataSource, 30)).toBe(0);
    expect(await rowsOf(id)).toBe(5);
  });

  it('rejects arguments in one line', async () => {
    expect(await run([], database)).toMatchObject({ status: 2, stdout: '' });
  });
});
