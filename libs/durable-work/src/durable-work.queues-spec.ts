import { forEachQueueBackend, until } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { TaskScene } from './testing/task-scene';
import type { RulesHandler } from './testing/task-worker-app';

forEachQueueBackend((backend) => {
  const scene = TaskScene.use(backend);

  it('runs a task of a committed transaction once', async () => {
    const seen: string[] = [];
    const worker = await scene.start({ handle: async ({ tenantId }) => void seen.push(tenantId) });
    const id = await worker.work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId: 'tenant', thenSync: null }));
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(seen).toEqual(['tenant']);
  });

  it('enqueues many tasks in one statement and runs each once', async () => {
    const seen: string[] = [];
    const worker = await scene.start({ handle: async ({ tenantId }) => void seen.push(tenantId) });
    const [systemConnectionId] = await scene.sql<{ id: string }>(
      `insert into system_connections (id, name, status) values (gen_random_uuid(), 'shop', 'pending') returning id`,
    );
    const names = Array.from({ length: 20 }, (_, index) => `tenant ${index}`);
    const batch = names.map((tenantId) => ({ payload: { tenantId, thenSync: null }, systemConnectionId: systemConnectionId?.id ?? '' }));
    await worker.work.transaction((_, enqueue) => enqueue.all('derive-sync-rules', batch, 'request'));
    await until(() => seen.length >= names.length);
    expect(seen.sort()).toEqual(names.sort());
    const rows = await scene.sql(`select from tasks where request_id = 'request' and system_connection_id = $1`, [systemConnectionId?.id]);
    expect(rows).toHaveLength(names.length);
  });

  it('queues nothing when the transaction rolls back', async () => {
    const handle = jest.fn(async () => undefined);
    const worker = await scene.start({ handle });
    const transaction = worker.work.transaction(async (_, enqueue) => {
      await enqueue('derive-sync-rules', { tenantId: uuidv7(), thenSync: null });
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    const next = await scene.record();
    worker.ring();
    await scene.ended(next);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('a crash between commit and ring loses nothing: idle workers poll', async () => {
    await scene.start({ handle: async () => undefined });
    const id = await scene.record();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('runs a task once, however often callers ring', async () => {
    const handle = jest.fn(async () => undefined);
    const worker = await scene.start({ handle });
    const [id, next] = [await scene.record(), await scene.record()];
    for (let ring = 0; ring < 20; ring += 1) worker.ring();
    await scene.ended(id);
    await scene.ended(next);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('an app that stops interrupts its attempts at no cost, and another continues', async () => {
    let attempts = 0;
    const handler: RulesHandler = {
      handle: async (_payload, attempt) => {
        attempts += 1;
        if (attempts > 1) return;
        await new Promise((resolve) => attempt.signal.addEventListener('abort', resolve));
        attempt.throwIfInterrupted();
      },
    };
    const first = await scene.start(handler);
    const id = await scene.record();
    first.ring();
    await until(() => attempts === 1);
    await first.stop();
    expect(await scene.row(id)).toMatchObject({ state: 'pending', attempts: 1, max_attempts: 6 });
    await scene.start(handler);
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 2 });
  });

  // What is sent to Redis is read in tools/e2e/src/secrets.system-spec.ts.
  if (backend.name === 'Redis') return;

  it('queues on Postgres only ring: nothing of a task is in any of their tables', async () => {
    const [tenantId, reason] = ['canary of a payload', 'canary of a failure'];
    const tables = await scene.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'queues'`,
    );
    const stored = async () => {
      const rows = await Promise.all(
        tables.map(({ name }) => scene.sql<{ text: string }>(`select to_jsonb(r)::text as text from ${name} r`)),
      );
      return rows.flat().map(({ text }) => text);
    };
    const whileItRuns: string[] = [];
    const worker = await scene.start({
      handle: async () => {
        whileItRuns.push(...(await stored()));
        throw new Error(reason);
      },
    });
    const id = await worker.work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId, thenSync: null }));
    await until(async () => (await scene.row(id))?.last_error !== null);
    const found = [...whileItRuns, ...(await stored())];
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((text) => text.includes('canary') || text.includes(id))).toEqual([]);
  });
});
