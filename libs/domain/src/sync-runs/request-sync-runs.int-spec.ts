import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { SystemConnection } from '../connections/system-connection.entity';
import { requestSyncRuns, type SyncRunRequest } from './request-sync-runs';
import { SyncRun } from './sync-run.entity';

describe('asking for sync runs', () => {
  let database: TestDatabase;
  let systemConnectionId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  beforeEach(async () => {
    const connection = SystemConnection.start('tenant initiation', new Date(), { name: 'Shop' });
    await database.dataSource.manager.save(connection);
    systemConnectionId = connection.id;
  });

  const ask = (request: Partial<SyncRunRequest> = {}) =>
    database.dataSource.transaction((manager) =>
      requestSyncRuns(manager, { systemConnectionId, capabilities: ['orders'], mode: 'delta', ...request }),
    );

  const end = (run: SyncRun, values: Partial<SyncRun>) =>
    database.dataSource.manager.update(SyncRun, { id: run.id }, { finishedAt: new Date(), ...values });

  async function one(request: Partial<SyncRunRequest> = {}): Promise<SyncRun> {
    const [run] = (await ask(request)).runs;
    if (!run) throw new Error('No run');
    return run;
  }

  it('makes one queued run per capability, in the order asked for', async () => {
    const { runs, created } = await ask({ capabilities: ['products', 'customers'], mode: 'full' });
    expect(runs.map(({ capability, status, mode, modifiedAfter }) => ({ capability, status, mode, modifiedAfter }))).toEqual([
      { capability: 'products', status: 'queued', mode: 'full', modifiedAfter: null },
      { capability: 'customers', status: 'queued', mode: 'full', modifiedAfter: null },
    ]);
    expect(created).toEqual(runs);
  });

  it.each(['queued', 'running'] as const)('asking again while one is %s returns that one', async (status) => {
    const first = await one();
    await database.dataSource.manager.update(SyncRun, { id: first.id }, { status });
    const again = await ask({ capabilities: ['orders', 'customers'] });
    expect(again.runs.map(({ id }) => id)).toContain(first.id);
    expect(again.created.map(({ capability }) => capability)).toEqual(['customers']);
  });

  it('modified_after of a delta is the start of the last succeeded run less five minutes', async () => {
    const startedAt = new Date('2026-03-01T12:00:00Z');
    await end(await one(), { status: 'succeeded', startedAt: new Date('2026-02-01T12:00:00Z') });
    await end(await one(), { status: 'succeeded', startedAt });
    await end(await one(), { status: 'failed', startedAt: new Date('2026-03-02T12:00:00Z') });
    expect((await one()).modifiedAfter).toEqual(new Date('2026-03-01T11:55:00Z'));
  });

  it('without a succeeded run of that capability, or in mode full, modified_after is null', async () => {
    await end(await one({ capabilities: ['customers'] }), { status: 'succeeded', startedAt: new Date() });
    expect((await one()).modifiedAfter).toBeNull();
    expect((await one({ capabilities: ['customers'], mode: 'full' })).modifiedAfter).toBeNull();
  });

  it('of twenty that ask at once all get the same run', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(new Set(answers.map(({ runs }) => runs[0]?.id)).size).toBe(1);
    expect(answers.flatMap(({ created }) => created)).toHaveLength(1);
  });
});
