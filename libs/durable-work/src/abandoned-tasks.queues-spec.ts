import { forEachQueueBackend } from '@sync/test-harness';
import { TaskScene } from './testing/task-scene';

forEachQueueBackend((backend) => {
  const scene = TaskScene.use(backend);

  describe('a task whose workers died too often', () => {
    const abandoned = async () => {
      const id = await scene.insert('pending');
      await scene.sql(`update tasks set held = true, not_before = now() - interval '6 seconds', last_error = null where id = $1`, [id]);
      return id;
    };

    it('fails once, without its queue (4 concurrent workers)', async () => {
      const exhausted = jest.fn(async () => undefined);
      const handle = jest.fn(async () => undefined);
      const worker = await scene.start({ handle, exhausted });
      const ids = [await abandoned(), await abandoned(), await abandoned()];
      const found = await Promise.all(Array.from({ length: 4 }, () => worker.reconciler.failAbandoned()));
      expect(found.reduce((sum, count) => sum + count, 0)).toBe(3);
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
      const id = await abandoned();
      await scene.sql(`update tasks set last_error = 'The shop does not respond.' where id = $1`, [id]);
      expect(await worker.reconciler.failAbandoned()).toBe(1);
      const reason = 'The outcome of the last attempt is unknown. An earlier one failed: The shop does not respond.';
      expect(await scene.row(id)).toMatchObject({ state: 'failed', last_error: reason });
    });

    it('holds up no other when its handler cannot react, and fails without the reaction after 20 tries', async () => {
      const poisons: string[] = [];
      const exhausted = async ({ tenantId }: { tenantId: string }) => {
        if (poisons.includes(tenantId)) throw new Error('A bug of the handler');
      };
      const worker = await scene.start({ handle: async () => undefined, exhausted });
      const ids = [await abandoned(), await abandoned(), await abandoned(), await abandoned()];
      for (const [place, id] of ids.entries())
        await scene.sql(
          `update tasks set payload = jsonb_build_object('tenantId', $2::text), not_before = not_before + $3 * interval '1 ms' where id = $1`,
          [id, id, place],
        );
      poisons.push(...ids.slice(0, 3));
      expect(await worker.reconciler.failAbandoned()).toBe(4);
      const states = async () => Promise.all(ids.map(async (id) => (await scene.row(id))?.state));
      expect(await states()).toEqual(['pending', 'pending', 'pending', 'failed']);
      await scene.sql(`update tasks set attempts = max_attempts + 20, not_before = now() - interval '6 seconds' where id = any($1)`, [
        poisons,
      ]);
      await worker.reconciler.failAbandoned();
      expect(await states()).toEqual(['failed', 'failed', 'failed', 'failed']);
    });

    it('is left alone while it has an attempt left, is held, or belongs to another app', async () => {
      const worker = await scene.start({ handle: async () => undefined });
      const ids = [await abandoned(), await abandoned(), await abandoned()];
      await scene.sql('update tasks set attempts = 4 where id = $1', [ids[0]]);
      await scene.sql(`update tasks set not_before = now() + interval '1 minute' where id = $1`, [ids[1]]);
      await scene.sql(`update tasks set name = 'process-webhook', queue = 'webhooks' where id = $1`, [ids[2]]);
      expect(await worker.reconciler.failAbandoned()).toBe(0);
      for (const id of ids) expect(await scene.row(id)).toMatchObject({ state: 'pending' });
    });
  });
});
