import { endConnectionsPastGrace, eraseEndedConnections, finishUninstallations, prunePendingConnections } from '@sync/connections';
import { deleteExpiredAccessTokens, deleteOldConnectionTokens } from '@sync/identity';
import { deleteOldTombstones } from '@sync/record-store';
import { deleteOldSyncRuns } from '@sync/sync-runs';
import { addManyConnections, countBlocks, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { DataSource } from 'typeorm';

const signal = new AbortController().signal;
const ignore = () => undefined;

const sweeps: Record<string, (dataSource: DataSource) => Promise<unknown>> = {
  'deletion of old runs': (it) => deleteOldSyncRuns(it, signal),
  'deletion of old connection tokens': (it) => deleteOldConnectionTokens(it, signal),
  'deletion of expired access tokens': (it) => deleteExpiredAccessTokens(it, signal),
  'deletion of old tombstones': (it) => deleteOldTombstones(it, signal),
  'pruning of pending connections': (it) => prunePendingConnections(it, 24, signal),
  'end of grace periods': (it) => endConnectionsPastGrace(it, 30, ignore, signal),
  'erasure of ended connections': (it) => eraseEndedConnections(it, ignore, signal),
  'finishing of uninstallations': (it) => finishUninstallations(it, ignore, signal),
};

/** Rows of each kind that a sweep has looked at or must not look at: within its grace, already erased, or kept. */
const settle = `
  with disconnected as (
    update system_connections set status = 'disconnected', disconnected_at = now() - interval '1 day'
    where status = 'inactive' and get_byte(uuid_send(id), 15) < 128
  ), erased as (
    update system_connections set status = 'disconnected', disconnected_at = now() - interval '60 days', deleted_at = now(), erased_at = now()
    where status = 'inactive' and get_byte(uuid_send(id), 15) >= 128
  ), old as (
    update sync_runs set created_at = at, started_at = at, finished_at = at
    from (select now() - interval '100 days' as at) then_ where capability = 'orders'
  ), pending as (
    insert into system_connections (id, name, status) select gen_random_uuid(), 'Shop', 'pending' from system_connections
  )
  insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
  select gen_random_uuid(), id, sha256(id::text::bytea), now() + interval '1 hour' from system_connections`;

describe('a sweep with nothing to do', () => {
  let database: TestDatabase;
  let small: Record<string, number>;
  let large: Record<string, number>;

  beforeAll(async () => {
    database = await createTestDatabase({ isNew: true });
    small = await costs(500);
    await database.dataSource.query('truncate tenants, system_connections cascade');
    large = await costs(10_000);
  });
  afterAll(() => database.stop());

  async function costs(connections: number): Promise<Record<string, number>> {
    const { dataSource } = database;
    await addManyConnections(dataSource, connections);
    await dataSource.query(settle);
    await deleteOldSyncRuns(dataSource, signal);
    await dataSource.query('vacuum (analyze)');
    const found: Record<string, number> = {};
    for (const [name, sweep] of Object.entries(sweeps))
      found[name] = await countBlocks(dataSource, (session) => sweep(session as unknown as DataSource));
    return found;
  }

  it.each(Object.keys(sweeps))('%s: reads as many blocks with twenty times as many connections', (name) => {
    expect(large[name]).toBeLessThanOrEqual((small[name] ?? 0) + 4);
  });
});
