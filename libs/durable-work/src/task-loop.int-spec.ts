import { onPostgresQueues, until } from '@sync/test-harness';
import { newcomers } from './partitions';
import { pollWhenFullMs } from './task-loop';
import { TaskPostponed } from './task-errors';
import { insertSubpartition } from './testing/insert-tasks';
import { TaskScene } from './testing/task-scene';
import type { RulesHandler } from './testing/task-worker-app';

const uuid = (number: number): string => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [slow, other] = [uuid(1), uuid(2)];
const rareLookMs = 5_000;

onPostgresQueues((backend) => {
  let release: () => void;
  let begun: string[];
  let ended: string[];

  // Before the scene's own hook, which waits for the tasks.
  afterEach(() => {
    jest.restoreAllMocks();
    release();
  });
  const scene = TaskScene.use(backend);

  beforeEach(async () => {
    [begun, ended] = [[], []];
    await scene.sql('truncate tasks');
  });

  /** A worker of two slots, in which tasks of the slow subpartition do not end before the test does. */
  const startWorker = async (carryOut = (): Promise<void> => Promise.resolve()) => {
    const released = new Promise<void>((resolve) => (release = resolve));
    const handler: RulesHandler = {
      handle: async ({ tenantId }) => {
        begun.push(tenantId);
        await (tenantId === slow ? released : carryOut());
        ended.push(tenantId);
      },
    };
    return scene.start(handler);
  };
  const beginning = (subpartition: string) => begun.filter((each) => each === subpartition).length;

  it.each([
    ['an established tenant', slow, other],
    ['a newcomer', newcomers, newcomers],
  ])('%s that holds every slot delays no other', async (_, slowPartition, otherPartition) => {
    await insertSubpartition(scene.database.dataSource, slowPartition, slow, 40);
    await startWorker();
    await until(() => beginning(slow) === 2);
    await insertSubpartition(scene.database.dataSource, otherPartition, other, 10);
    await until(() => ended.length === 10);
    expect(new Set(ended)).toEqual(new Set([other]));
    expect(beginning(slow)).toBe(2);
  });

  it('begins a step that follows from work in reserve without waiting for the next look', async () => {
    const start = setTimeout;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, ms: number) => start(run, ms === pollWhenFullMs ? rareLookMs : ms)) as typeof setTimeout);
    await insertSubpartition(scene.database.dataSource, slow, slow, 40);
    const recordStep = () => worker.work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId: other, thenSync: null }));
    const worker = await startWorker(async () => {
      if (beginning(other) < 20) await recordStep();
    });
    await until(() => beginning(slow) === 2);
    await recordStep();
    // A step that begins before the end of the one before it makes the partition no poorer than the slow one: then it waits for a look.
    await until(() => ended.length === 20, 15 * rareLookMs);
    expect(new Set(ended)).toEqual(new Set([other]));
  });

  it('a task that is postponed in reserve runs when it is due, also with nothing else to do', async () => {
    await insertSubpartition(scene.database.dataSource, slow, slow, 4);
    await startWorker(() => (beginning(other) === 1 ? Promise.reject(new TaskPostponed('The shop is busy.', 2_000)) : Promise.resolve()));
    await until(() => beginning(slow) === 2);
    await insertSubpartition(scene.database.dataSource, other, other, 1);
    await until(() => beginning(other) === 1);
    release();
    await until(() => ended.includes(other));
    expect(ended).toEqual([slow, slow, slow, slow, other]);
  });
});
