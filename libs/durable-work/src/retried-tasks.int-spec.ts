import { onPostgresQueues, until } from '@sync/test-harness';
import { FailedTasks } from './failed-tasks';
import { TaskScene } from './testing/task-scene';
import type { RulesHandler, TaskWorkerApp } from './testing/task-worker-app';
import { UnrecoverableTaskError } from './task-errors';

onPostgresQueues((backend) => {
  const scene = TaskScene.use(backend);
  let app: TaskWorkerApp | undefined;
  let failed: FailedTasks;

  const start = async (handle: RulesHandler['handle']) => {
    app = await scene.start({ handle });
    failed = new FailedTasks(scene.database.dataSource, app.queues);
    return app;
  };
  const ended = (id: string) => scene.ended(id);
  const insert = (state: string, values?: Parameters<TaskScene['insert']>[1]) => scene.insert(state, values);

  beforeEach(() => {
    failed = new FailedTasks(scene.database.dataSource, null);
  });
  afterEach(async () => {
    app = undefined;
    await scene.sql('delete from tasks');
  });

  describe('retrying a failed task', () => {
    it('gives it a new budget of attempts and marks the attempt as a retry', async () => {
      const retries: boolean[] = [];
      const handle: RulesHandler['handle'] = async (_payload, { isRetry }) => {
        retries.push(isRetry);
        if (!isRetry) throw new UnrecoverableTaskError('The shop does not respond.');
      };
      const worker = await start(handle);
      const id = await scene.record();
      worker.ring();
      await ended(id);
      expect(await scene.row(id)).toMatchObject({ state: 'failed', attempts: 1 });
      expect(await failed.retry(id)).toBe(true);
      await ended(id);
      expect(await scene.row(id)).toEqual({ state: 'done', attempts: 2, max_attempts: 6, last_error: null });
      expect(retries).toEqual([false, true]);
    });

    it('happens once (20 concurrent retries)', async () => {
      const handle = jest.fn(async () => undefined);
      await start(handle);
      const id = await insert('failed');
      const results = await Promise.all(Array.from({ length: 20 }, () => failed.retry(id)));
      expect(results.filter(Boolean)).toHaveLength(1);
      await ended(id);
      expect(await failed.retry(id)).toBe(false);
      expect(await scene.row(id)).toEqual({ state: 'done', attempts: 6, max_attempts: 10, last_error: null });
      expect(handle).toHaveBeenCalledTimes(1);
    });

    it('resets the time it has waited', async () => {
      const id = await insert('failed');
      await scene.sql('update tasks set waited_ms = 86400000 where id = $1', [id]);
      await failed.retry(id);
      expect(await scene.sql('select waited_ms, held from tasks where id = $1', [id])).toEqual([{ waited_ms: 0, held: false }]);
    });

    it('can be repeated when it fails again, with the new reason', async () => {
      await start(() => Promise.reject(new UnrecoverableTaskError('Still not.')));
      const id = await insert('failed');
      for (const attempts of [6, 7]) {
        expect(await failed.retry(id)).toBe(true);
        await ended(id);
        expect(await failed.show(id)).toMatchObject({ attempts, reason: 'Still not.' });
      }
    });

    it('fences off earlier workers: the number of attempts never falls', async () => {
      let release: () => void = () => undefined;
      let attempts = 0;
      let hasEnded = false;
      const worker = await start(async () => {
        attempts += 1;
        if (attempts === 1) await new Promise<void>((resolve) => (release = resolve));
        hasEnded = true;
      });
      const id = await scene.record();
      worker.ring();
      await until(() => attempts === 1);
      await scene.sql(`update tasks set state = 'failed' where id = $1`, [id]);
      expect(await new FailedTasks(scene.database.dataSource, null).retry(id)).toBe(true);
      await scene.sql(`update tasks set attempts = attempts + 1, not_before = now() + interval '1 minute' where id = $1`, [id]);
      release();
      await until(() => hasEnded);
      await worker.stop();
      expect(await scene.row(id)).toMatchObject({ state: 'pending', attempts: 2, max_attempts: 6 });
    });

    it('of everything a filter matches retries nothing else', async () => {
      const handle = jest.fn(async () => undefined);
      await start(handle);
      const rules = [await insert('failed'), await insert('failed'), await insert('failed')];
      const others = [await insert('failed', { queue: 'webhooks', name: 'process-webhook' }), await insert('done')];
      expect(await failed.retryAll({ queue: 'sync-rules' })).toBe(3);
      for (const id of rules) await ended(id);
      expect(handle).toHaveBeenCalledTimes(3);
      expect(await scene.row(others[0] ?? '')).toMatchObject({ state: 'failed', attempts: 5 });
      expect(await scene.row(others[1] ?? '')).toMatchObject({ state: 'done', attempts: 5 });
    });

    it('of everything retries each task once, although those retried first have failed again', async () => {
      await scene.sql(
        `insert into tasks (id, queue, name, payload, state, max_attempts)
         select gen_random_uuid(), 'sync-rules', 'derive-sync-rules', '{}', 'failed', 5 from generate_series(1, 1200)`,
      );
      let isOver = false;
      const failAgain = async () => {
        while (!isOver) await scene.sql(`update tasks set state = 'failed' where state = 'pending' and queue = 'sync-rules'`);
      };
      const failing = failAgain();
      expect(await failed.retryAll({ queue: 'sync-rules' })).toBe(1_200);
      isOver = true;
      await failing;
      await failed.discardBatch({ queue: 'sync-rules' });
    });

    it('is undone when what goes alongside fails', async () => {
      const id = await insert('failed');
      const refuse = () => Promise.reject(new Error('no entry'));
      await expect(failed.retry(id, refuse)).rejects.toThrow('no entry');
      await expect(failed.discard(id, refuse)).rejects.toThrow('no entry');
      expect(await failed.show(id)).not.toBeNull();
    });

    it('works without a queue: idle workers poll', async () => {
      await start(async () => undefined);
      const id = await insert('failed');
      expect(await new FailedTasks(scene.database.dataSource, null).retry(id)).toBe(true);
      await ended(id);
      expect(await scene.row(id)).toMatchObject({ state: 'done' });
    });
  });
});
