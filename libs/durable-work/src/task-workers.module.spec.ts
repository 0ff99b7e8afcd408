import type { TaskHandler } from './task-handler';
import { MissingTaskHandlers, TaskWorkersModule } from './task-workers.module';

class Handler implements TaskHandler {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

const concurrency = 1;

describe('an app that runs a queue', () => {
  it('needs a handler for each of its tasks', () => {
    const some = () => TaskWorkersModule.forHandlers({ handlers: { 'plan-sync-run': Handler }, concurrency });
    expect(some).toThrow(
      new MissingTaskHandlers(['finish-sync-run', 'delete-confirmed-records', 'examine-shop', 'check-access', 'refetch-records']),
    );
  });

  it('needs none for tasks of other queues', () => {
    expect(() => TaskWorkersModule.forHandlers({ handlers: { 'derive-sync-rules': Handler }, concurrency })).not.toThrow();
  });
});
