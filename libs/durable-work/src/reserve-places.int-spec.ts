import { onPostgresQueues, until } from '@sync/test-harness';
import { newcomers } from './shares';
import { insertLane } from './testing/insert-tasks';
import { TaskScene } from './testing/task-scene';
import type { RulesHandler } from './testing/task-worker-app';

const uuid = (number: number): string => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [slow, other] = [uuid(1), uuid(2)];

onPostgresQueues((backend) => {
  let release: () => void;
  let begun: string[];
  let ended: string[];

  // Before the scene's own hook, which waits for the tasks.
  afterEach(() => release());
  const scene = TaskScene.use(backend);

  beforeEach(async () => {
    [begun, ended] = [[], []];
    await scene.sql('truncate tasks');
  });

  /** A worker of two places, in which tasks of the slow lane do not end before the test does. */
  const startWorker = async (carryOut = (): Promise<void> => Promise.resolve()) => {
    const released = new Promise<void>((resolve) => (release = resolve));
    const handler: RulesHandler = {
      handle: async ({ tenantId }) => {
        begun.push(tenantId);
        await (tenantId === slow ? released : carryOut());
        ended.push(tenantId);
      },
    };
    const worker = await scene.start(handler);
    await worker.reconciler.reconcile();
    return worker;
  };
  const beginning = (lane: string) => begun.filter((each) => each === lane).length;

  it.each([
    ['an established tenant', slow, other],
    ['a newcomer', newcomers, newcomers],
  ])('%s that holds every place delays no other', async (_, slowShare, otherShare) => {
    await insertLane(scene.database.dataSource, slowShare, slow, 40);
    await startWorker();
    await until(() => beginning(slow) === 2);
    await insertLane(scene.database.dataSource, otherShare, other, 10);
    await until(() => ended.length === 10);
    expect(new Set(ended)).toEqual(new Set([other]));
    expect(beginning(slow)).toBe(2);
  });

  it('begins a step that follows from work in reserve at once', async () => {
    const begunAt: number[] = [];
    await insertLane(scene.database.dataSource, slow, slow, 40);
    const worker = await startWorker(async () => {
      begunAt.push(Date.now());
      if (begunAt.length < 20)
        await worker.work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId: other, thenSync: null }));
    });
    await until(() => beginning(slow) === 2);
    await insertLane(scene.database.dataSource, newcomers, other, 1);
    await until(() => begunAt.length === 20);
    const gaps = begunAt.slice(1).map((at, step) => at - (begunAt[step] ?? 0));
    // A look every 100 ms leaves about as much between most of them.
    expect(gaps.sort((a, b) => a - b)[gaps.length >> 1]).toBeLessThan(80);
  });
});
