import { randomBytes } from 'node:crypto';
import type { BranchScope } from '@sync/postgres';
import { onPostgresQueues } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { ClaimedTask } from './claimed-task';
import { FailedTasks } from './failed-tasks';
import { TaskLedger } from './task-ledger';
import type { FailedTaskFilter } from './find-failed-tasks';
import { TaskScene } from './testing/task-scene';

onPostgresQueues((backend) => {
  const scene = TaskScene.use(backend);
  let failed: FailedTasks;

  const insert = (state: string, values?: Parameters<TaskScene['insert']>[1]) => scene.insert(state, values);
  const connect = async () => {
    const id = uuidv7();
    await scene.sql(`insert into system_connections (id, name, status) values ($1, 'shop', 'pending')`, [id]);
    return id;
  };

  beforeEach(() => {
    failed = new FailedTasks(scene.database.dataSource, null);
  });
  afterEach(() => scene.sql('delete from tasks'));

  describe('the failed-job record', () => {
    it('shows task, queue, connection, attempts, reason and time, and nothing of the payload', async () => {
      const connection = await connect();
      const id = await insert('failed', { connection });
      const shown = await failed.show(id);
      expect(shown).toEqual({
        id,
        name: 'derive-sync-rules',
        queue: 'sync-rules',
        systemConnectionId: connection,
        attempts: 5,
        reason: 'The shop does not respond.',
        createdAt: expect.any(Date),
        failedAt: expect.any(Date),
      });
      expect((await failed.list()).tasks).toEqual([shown]);
    });

    it('carries the tenant and the system of its connection', async () => {
      const [tenantId, connection] = [uuidv7(), await connect()];
      await scene.sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [tenantId]);
      await scene.sql(`update system_connections set tenant_id = $2, system_id = (select min(id::text)::uuid from systems) where id = $1`, [
        connection,
        tenantId,
      ]);
      const task = { id: await insert('pending', { connection }), attempts: 5 } as ClaimedTask;
      const { dataSource } = scene.database;
      expect(await new TaskLedger(dataSource).fail(dataSource.manager, task, 'The shop does not respond.')).toBe(true);
      const [place] = await scene.sql('select tenant_id, system_id from system_connections where id = $1', [connection]);
      expect(await scene.sql('select tenant_id, system_id from tasks where id = $1', [task.id])).toEqual([place]);
    });

    it('contains no pending or done task', async () => {
      const ids = [await insert('pending'), await insert('done')];
      expect(await failed.list()).toEqual({ tasks: [], next: null });
      for (const id of [...ids, uuidv7()]) expect(await failed.show(id)).toBeNull();
    });

    it('is listed newest first in pages that stay stable while tasks fail or are resolved', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 7; index += 1) ids.unshift(await insert('failed', { at: Date.now() - 60_000 + index * 1_000 }));
      const first = await failed.list({}, 3);
      expect(first).toMatchObject({ tasks: ids.slice(0, 3).map((id) => ({ id })), next: ids[2] });
      await failed.discard(ids[2] ?? '');
      await insert('failed');
      const second = await failed.list({}, 3, first.next);
      const third = await failed.list({}, 3, second.next);
      expect([...second.tasks, ...third.tasks].map(({ id }) => id)).toEqual(ids.slice(3));
      expect(third.next).toBeNull();
    });

    it('is filtered by queue, name and connection', async () => {
      const connection = await connect();
      const rules = await insert('failed');
      const webhook = await insert('failed', { queue: 'webhooks', name: 'process-webhook', connection });
      const plan = await insert('failed', { queue: 'bulk-sync', name: 'plan-sync-run', connection });
      const idsOf = async (filter: Parameters<FailedTasks['list']>[0]) => (await failed.list(filter)).tasks.map(({ id }) => id);
      expect(await idsOf({ queue: 'webhooks' })).toEqual([webhook]);
      expect(await idsOf({ name: 'plan-sync-run' })).toEqual([plan]);
      expect(await idsOf({ systemConnectionId: connection })).toEqual([plan, webhook]);
      expect(await idsOf({ systemConnectionId: connection, queue: 'sync-rules' })).toEqual([]);
      expect(await idsOf({ queue: 'sync-rules' })).toEqual([rules]);
    });

    it('pages through what each filter matches, also where tasks have no connection', async () => {
      const connections = [await connect(), await connect(), null];
      const kinds = [
        ['webhooks', 'process-webhook'],
        ['bulk-sync', 'plan-sync-run'],
        ['bulk-sync', 'finish-sync-run'],
      ] as const;
      for (let index = 0; index < 40; index += 1) {
        const [queue, name] = kinds[(index * index) % 3] ?? kinds[0];
        await insert(index % 5 === 0 ? 'done' : 'failed', { queue, name, connection: connections[index % 3] ?? undefined });
      }
      const visible = connections.slice(0, 2);
      const ofVisible: BranchScope = {
        each: (parameters) => `select unnest($${parameters.push(visible)}::uuid[]) as system_connection_id`,
        columns: ['system_connection_id'],
      };
      const filters: FailedTaskFilter[] = [
        {},
        { queue: 'bulk-sync' },
        { name: 'process-webhook' },
        { queue: 'webhooks', name: 'plan-sync-run' },
      ];
      for (const filter of filters)
        for (const scope of [{}, { scope: ofVisible }, { systemConnectionId: connections[0] ?? '' }]) {
          const wanted = await scene.sql<{ id: string }>(
            `select id from tasks where state = 'failed' and ($1::text is null or queue = $1) and ($2::text is null or name = $2)
               and ($3::uuid[] is null or system_connection_id = any($3)) order by id desc`,
            [
              filter.queue ?? null,
              filter.name ?? null,
              'systemConnectionId' in scope ? [scope.systemConnectionId] : 'scope' in scope ? visible : null,
            ],
          );
          const ids: string[] = [];
          for (let next: string | null = null; ;) {
            const page = await failed.list({ ...filter, ...scope }, 4, next);
            ids.push(...page.tasks.map(({ id }) => id));
            if ((next = page.next) === null) break;
          }
          expect(ids).toEqual(wanted.map(({ id }) => id));
        }
    });

    it('reveals the payload only together with the entry that says who saw it', async () => {
      const id = await insert('failed', { queue: 'webhooks', name: 'process-webhook', connection: await connect() });
      await scene.sql(`update tasks set topic = 'order.updated', delivery_id = '7', body = '{"id":515}' where id = $1`, [id]);
      const seen: (readonly string[])[] = [];
      const revealed = await failed.reveal(id, async (_manager, ids) => void seen.push(ids));
      expect([JSON.stringify(revealed), seen]).toEqual(['"[secret]"', [[id]]]);
      expect(revealed?.reveal()).toEqual({
        payload: { tenantId: 'canary' },
        webhook: { topic: 'order.updated', deliveryId: '7', body: '{"id":515}' },
      });
      await expect(failed.reveal(id, () => Promise.reject(new Error('not recorded')))).rejects.toThrow('not recorded');
      expect(await failed.reveal(await insert('done'), async () => undefined)).toBeNull();
    });

    it('holds the reason of a task that used up its attempts, without the secrets of its error', async () => {
      const canary = randomBytes(16).toString('hex');
      const failure = () => Object.assign(new Error(`password=${canary}`), { config: { auth: canary } });
      const worker = await scene.start({ handle: () => Promise.reject(failure()) });
      const id = await scene.record('max_attempts = 1');
      worker.ring();
      await scene.ended(id);
      const { tasks } = await failed.list();
      expect(tasks).toMatchObject([{ id, attempts: 1, reason: expect.stringContaining('Unexpected failure (Error)') as string }]);
      const [whole] = await scene.sql<{ row: string }>('select tasks::text as row from tasks where id = $1', [id]);
      expect(JSON.stringify(tasks) + whole?.row).not.toContain(canary);
    });
  });

  describe('discarding a failed task', () => {
    it('deletes it once', async () => {
      const id = await insert('failed', { queue: 'webhooks', name: 'process-webhook', connection: await connect() });
      expect([await failed.discard(id), await failed.discard(id)]).toEqual([true, false]);
      expect(await scene.row(id)).toBeUndefined();
    });

    it('takes a bounded part of what a filter matches at a time, each task once (4 concurrent calls)', async () => {
      const others = [await insert('failed', { queue: 'webhooks', name: 'process-webhook' }), await insert('pending')];
      await scene.sql(
        `insert into tasks (id, queue, name, payload, state, max_attempts)
         select gen_random_uuid(), 'sync-rules', 'derive-sync-rules', '{}', 'failed', 5 from generate_series(1, 700)`,
      );
      const first = await failed.discardBatch({ queue: 'sync-rules' });
      expect(first).toEqual({ count: 500, next: expect.any(String) as string });
      const rest = await Promise.all(Array.from({ length: 4 }, () => failed.discardBatch({ queue: 'sync-rules' })));
      expect(rest.reduce((sum, { count }) => sum + count, 0)).toBe(200);
      expect(await failed.discardBatch({ queue: 'sync-rules' })).toEqual({ count: 0, next: null });
      for (const id of others) expect(await scene.row(id)).toBeDefined();
    });

    it('refuses a pending or done task, like a retry', async () => {
      for (const state of ['pending', 'done']) {
        const id = await insert(state);
        const before = await scene.row(id);
        expect([await failed.discard(id), await failed.retry(id)]).toEqual([false, false]);
        expect(await scene.row(id)).toEqual(before);
      }
    });

    it('races with a retry: exactly one of them happens', async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = await insert('failed');
        const [discarded, retried] = await Promise.all([failed.discard(id), failed.retry(id)]);
        expect([discarded, retried].filter(Boolean)).toHaveLength(1);
        expect((await scene.row(id))?.state).toBe(retried ? 'pending' : undefined);
      }
    });
  });
});
