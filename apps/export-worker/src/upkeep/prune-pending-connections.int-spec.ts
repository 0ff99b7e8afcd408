import { Logger } from '@nestjs/common';
import { countVisibleConnections } from '@sync/domain';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WorkerConfiguration } from '../configuration';
import { PrunePendingConnections } from './prune-pending-connections';

const signal = new AbortController().signal;

interface Pending {
  status?: string;
  hoursAgo?: number;
  tenant?: string;
}

describe('the daily prune of abandoned pending connections', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await sql('delete from system_connections');
  });
  afterAll(() => database.stop());

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const prune = (pendingGraceHours = 24) =>
    new PrunePendingConnections(database.dataSource, Object.assign(new WorkerConfiguration(), { pendingGraceHours })).prune(signal);

  async function connection({ status = 'pending', hoursAgo = 25, tenant }: Pending = {}): Promise<string> {
    const id = uuidv7();
    await sql(
      `insert into system_connections (id, tenant_id, name, status, created_at, disconnected_at)
       values ($1, $4, 'shop', $2, now() - make_interval(hours => $3), case when $2 = 'disconnected' then now() end)`,
      [id, status, hoursAgo, tenant ?? null],
    );
    return id;
  }

  /** Expires after so many seconds, or did so before. */
  async function token(connectionId: string, seconds: number, used = false): Promise<string> {
    const id = uuidv7();
    await sql(
      `insert into connection_tokens (id, system_connection_id, token_hash, expires_at, used_at)
       values ($1::uuid, $2, sha256(($1::uuid)::text::bytea), clock_timestamp() + make_interval(secs => $3), case when $4 then now() end)`,
      [id, connectionId, seconds, used],
    );
    return id;
  }

  const left = async (ids: readonly string[]) => {
    const rows = await sql<{ id: string }>('select id from system_connections where id = any($1)', [ids]);
    return ids.filter((id) => rows.some((row) => row.id === id));
  };
  const tokensLeft = async () => (await sql<{ id: string }>('select id from connection_tokens')).map(({ id }) => id).sort();

  it('deletes and logs pending connections past the grace period without a valid token, after their invalid tokens', async () => {
    const counts = () => countVisibleConnections(database.dataSource, { role: 'super_admin' });
    const before = await counts();
    const tenant = uuidv7();
    await sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [tenant]);
    const [never, expired, used] = [await connection({ tenant }), await connection(), await connection()];
    await token(expired, -1);
    await token(used, 3_600, true);
    await token(used, -3_600, true);
    expect(await prune()).toBe(3);
    expect(await left([never, expired, used])).toEqual([]);
    expect(await tokensLeft()).toEqual([]);
    // Inserted without being counted.
    expect((await counts()).pending).toBe(before.pending - 3);
    const logged = 'select tenant_id, from_status, to_status, reason, actor from connection_transitions where system_connection_id = $1';
    expect(await sql(logged, [never])).toEqual([
      { tenant_id: tenant, from_status: 'pending', to_status: '(deleted)', reason: 'abandonment', actor: 'schedule' },
    ]);
  });

  it('the grace period is 24 hours by default, and configurable', async () => {
    expect(new WorkerConfiguration().pendingGraceHours).toBe(24);
    const [young, old] = [await connection({ hoursAgo: 23 }), await connection({ hoursAgo: 25 })];
    await prune();
    expect(await left([young, old])).toEqual([young]);
    expect(await prune(22)).toBe(1);
  });

  it('keeps a connection with a valid token and all its tokens', async () => {
    const id = await connection();
    const tokens = [await token(id, 3_600, true), await token(id, 60)];
    expect(await prune()).toBe(0);
    expect(await left([id])).toEqual([id]);
    expect(await tokensLeft()).toEqual(tokens.sort());
  });

  it.each(['active', 'error', 'inactive', 'disconnected', 'uninstalled'])(
    'connections in any other status are never pruned: %s',
    async (status) => {
      const id = await connection({ status, hoursAgo: 10_000 });
      const expired = await token(id, -1);
      expect(await prune(0)).toBe(0);
      expect(await left([id])).toEqual([id]);
      expect(await tokensLeft()).toEqual([expired]);
    },
  );

  it('several workers delete and count each of several batches once', async () => {
    await sql(
      `insert into system_connections (id, name, status, created_at)
       select gen_random_uuid(), 'shop', 'pending', now() - interval '2 days' from generate_series(1, 450)`,
    );
    const pruned = await Promise.all([prune(), prune(), prune()]);
    expect(pruned.reduce((sum, count) => sum + count, 0)).toBe(450);
    expect(
      await sql(`select from connection_transitions where reason = 'abandonment' group by system_connection_id having count(*) > 1`),
    ).toEqual([]);
  });

  it('keeps a connection whose token is being issued', async () => {
    const id = await connection();
    let pruned: Promise<number> = Promise.resolve(-1);
    await database.dataSource.transaction(async (manager) => {
      await manager.query(
        `insert into connection_tokens (id, system_connection_id, token_hash, expires_at) values ($1, $2, sha256('x'), now() + interval '1 hour')`,
        [uuidv7(), id],
      );
      pruned = prune();
      expect(await pruned).toBe(0);
    });
    expect(await prune()).toBe(0);
    expect(await left([id])).toEqual([id]);
  });
});
