import { forEachQueueBackend, until } from '@sync/test-harness';
import { TaskScene } from './testing/task-scene';

forEachQueueBackend((backend) => {
  const scene = TaskScene.use(backend);

  describe('a task whose workers died too often', () => {
    const abandoned = (values: Parameters<TaskScene['insert']>[1] = {}) =>
      scene.insert('pending', { leaseEnded: 6, lastError: null, ...values });

    it('fails once, without its queue (4 concurrent looks)', async () => {
      const exhausted = jest.fn(async () => undefined);
      const handle = jest.fn(async () => undefined);
      const ids = [await abandoned(), await abandoned(), await abandoned()];
      const worker = await scene.start({ handle, exhausted });
      await Promise.all(Array.from({ length: 4 }, () => worker.workers.poll()));
      for (const id of ids) await scene.ended(id);
      for (const id of ids)
        expect(await scene.row(id)).toMatchObject({
          state: 'failed',
          last_error: 'The worker ended unexpectedly each time it worked on this.',
        });
      expect(exhausted).toHaveBeenCalledTimes(3);
      expect(handle).not.toHaveBeenCalled();
    });

    it('names the failure of an earlier attempt in its reason', async () => {
      const worker = await scene.start({ handle: async () => undefined });
      const id = await abandoned({ lastError: 'The shop does not respond.' });
      await worker.workers.poll();
      await scene.ended(id);
      const reason = 'The outcome of the last attempt is unknown. An earlier one failed: The shop does not respond.';
      expect(await scene.row(id)).toMatchObject({ state: 'failed', last_error: reason });
    });

    it('holds up no other when its handler cannot react, and fails without the reaction after 20 tries', async () => {
      const poisons = [await abandoned({ leaseEnded: 9 }), await abandoned({ leaseEnded: 8 }), await abandoned({ leaseEnded: 7 })];
      const other = await abandoned();
      const exhausted = async ({ tenantId }: { tenantId: string }) => {
        if (poisons.includes(tenantId)) throw new Error('A bug of the handler');
      };
      const worker = await scene.start({ handle: async () => undefined, exhausted });
      await worker.workers.poll();
      await scene.ended(other);
      const states = () => Promise.all(poisons.map(async (id) => (await scene.row(id))?.state));
      expect(await states()).toEqual(['pending', 'pending', 'pending']);
      await scene.sql(`update tasks set attempts = max_attempts + 20, not_before = now() - interval '6 seconds' where id = any($1)`, [
        poisons,
      ]);
      await worker.workers.poll();
      await until(async () => (await states()).every((state) => state === 'failed'));
    });

    it('is left alone while it is held, or belongs to another app', async () => {
      const ids = [await abandoned({ leaseEnded: -60 }), await abandoned({ name: 'process-webhook', queue: 'webhooks' })];
      const worker = await scene.start({ handle: async () => undefined });
      await worker.workers.poll();
      for (const id of ids) expect(await scene.row(id)).toMatchObject({ state: 'pending' });
    });
  });
});
