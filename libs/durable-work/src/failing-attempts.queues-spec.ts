import { IntegrationRequestException } from '@sync/integration-contract';
import { forEachQueueBackend, onPostgresQueues, until } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { TaskDeferred, TaskPostponed, UnrecoverableTaskError } from './task-errors';
import { TaskScene } from './testing/task-scene';

forEachQueueBackend((backend) => {
  const scene = TaskScene.use(backend);

  it('is not retried after a permanent error', async () => {
    const worker = await scene.start({ handle: () => Promise.reject(new UnrecoverableTaskError('No integration for this driver')) });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'No integration for this driver' });
  });

  it('waits, at no cost, for a process that knows its name', async () => {
    const worker = await scene.start({ handle: async () => undefined });
    const [newer, known] = [await scene.insert('pending', { name: 'of-a-newer-version', attempts: 0 }), await scene.record()];
    worker.ring();
    worker.ring();
    await scene.ended(known);
    expect(await scene.row(newer)).toMatchObject({ state: 'pending', attempts: 0 });
    await scene.sql('delete from tasks where id = $1', [newer]);
  });

  it('fails like any other when its handler throws a string', async () => {
    const worker = await scene.start({ handle: () => Promise.reject('text with canary' as unknown as Error) });
    const id = await scene.record('max_attempts = 1');
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'failed', last_error: "Unexpected failure (string). The worker's log says where." });
  });

  it('does not count a wait that the shop requests', async () => {
    let asked = 0;
    const worker = await scene.start({
      handle: async () => {
        asked += 1;
        if (asked < 3) throw new IntegrationRequestException('The shop asks to wait', { status: 429, retryAfterSeconds: 1 });
      },
    });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 3, max_attempts: 7 });
  });

  it('runs again after a wait of any length', async () => {
    const waits = [0.3, 515.547, 1e-7];
    const worker = await scene.start({
      handle: () => {
        const wait = waits.pop();
        return wait === undefined ? Promise.resolve() : Promise.reject(new TaskPostponed('The shop is busy', wait));
      },
    });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 4 });
  });

  it('fails with that reason when its worker died each time', async () => {
    const exhausted = jest.fn(async () => undefined);
    const worker = await scene.start({ handle: async () => undefined, exhausted });
    const id = await scene.record('attempts = 5');
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({
      state: 'failed',
      last_error: 'The worker ended unexpectedly each time it worked on this.',
    });
    expect(exhausted).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['its handler fails', () => Promise.reject(new Error('Lost against others'))],
    ['Postgres restarts', (manager: EntityManager) => manager.query('select pg_terminate_backend(pg_backend_pid())')],
  ])("the failure and its handler's reaction are one transaction: when %s, it is repeated, with the reason", async (_, disturb) => {
    const following: string[] = [];
    const worker = await scene.start({
      handle: () => (following.length > 0 ? Promise.resolve() : Promise.reject(new UnrecoverableTaskError('over'))),
      exhausted: async (_payload, _reason, manager, enqueue) => {
        const next = await enqueue('derive-sync-rules', { tenantId: uuidv7(), thenSync: null });
        if (following.push(next) === 1) await disturb(manager);
      },
    });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'over' });
    const [rolledBack = '', next = ''] = following;
    expect(following).toHaveLength(2);
    expect(await scene.row(rolledBack)).toBeUndefined();
    await scene.ended(next);
    expect(await scene.row(next)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('a failing task is locked after its connection, in the order of all other writers', async () => {
    const ids: string[] = [];
    const others = jest.fn(() => scene.sql('select from tasks where id = $1 for update nowait', ids));
    const worker = await scene.start({
      handle: () => Promise.reject(new UnrecoverableTaskError('over')),
      exhausted: async () => void (await others()),
    });
    ids.push(await scene.record());
    worker.ring();
    await scene.ended(ids[0] ?? '');
    expect(others).toHaveBeenCalledTimes(1);
  });

  it('any number of waits for capacity fails no task', async () => {
    let isRoom = false;
    const handle = jest.fn(() => (isRoom ? Promise.resolve() : Promise.reject(new TaskDeferred())));
    const worker = await scene.start({ handle });
    const id = await scene.record('attempts = 4');
    worker.ring();
    await until(async () => (await scene.row(id))?.max_attempts === 8);
    expect(await scene.row(id)).toEqual({ state: 'pending', attempts: 7, max_attempts: 8, last_error: null });
    isRoom = true;
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['there are too many connections', { code: '53300' }],
    ['Postgres starts', { code: '57P03' }],
    ['Postgres refuses the connection', { code: 'ECONNREFUSED' }],
    ['the connection is lost', { message: 'Connection terminated unexpectedly' }],
  ])('uses up no attempt while %s', async (_, failure) => {
    let failures = 2;
    const handle = () => ((failures -= 1) >= 0 ? Promise.reject(Object.assign(new Error('canary'), failure)) : Promise.resolve());
    const worker = await scene.start({ handle });
    const id = await scene.record('max_attempts = 1');
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 3, max_attempts: 3 });
  });

  it('completion and effect are one transaction: when it rolls back, the task is retried', async () => {
    let attempts = 0;
    const worker = await scene.start({
      handle: async ({ tenantId }, attempt) => {
        attempts += 1;
        await scene.database.dataSource.transaction(async (manager) => {
          await attempt.complete(manager);
          await manager.query('insert into tenants (id, name) values ($1, $2)', [tenantId, 'effect']);
          if (attempts === 1) throw new Error('lost connection');
        });
      },
    });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toMatchObject({ state: 'done', attempts: 2, last_error: null });
    expect(await scene.sql(`select from tenants where name = 'effect'`)).toHaveLength(1);
    await scene.sql(`delete from tenants where name = 'effect'`);
  });
});

/** The waits between attempts are the ledger's: 15 seconds, less the jitter. */
onPostgresQueues((backend) => {
  const scene = TaskScene.use(backend);

  it('is retried with backoff; its failed row holds a reason that is safe to show', async () => {
    const exhausted = jest.fn(async () => undefined);
    const worker = await scene.start({ handle: () => Promise.reject(new Error('password=canary')), exhausted });
    const id = await scene.record();
    worker.ring();
    await scene.ended(id);
    expect(await scene.row(id)).toEqual({
      state: 'failed',
      attempts: 5,
      max_attempts: 5,
      last_error: "Unexpected failure (Error). The worker's log says where.",
    });
    expect(exhausted).toHaveBeenCalledTimes(1);
  });
});
