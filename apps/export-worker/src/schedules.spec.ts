import { Logger } from '@nestjs/common';
import { Progress } from '@sync/durable-work';
import { Schedules } from './schedules';

describe('schedules', () => {
  const warn = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(warn);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    warn.mockClear();
  });

  const hangs = () => new Promise<never>(() => undefined);
  const started = (takeOver: () => Promise<number>, prune: (signal: AbortSignal) => Promise<unknown> = hangs) => {
    const turns = { take: (_name: string, _every: number, work: () => Promise<unknown>) => work() };
    const reconciler = { reconcile: hangs, takeOver, failAbandoned: hangs, clean: hangs };
    const parts = [
      turns,
      new Progress(),
      {},
      reconciler,
      { start: hangs },
      { start: hangs },
      { prune },
      { erase: hangs },
      { remove: hangs },
    ];
    const schedules = new Schedules(...(parts as unknown as ConstructorParameters<typeof Schedules>));
    schedules.onApplicationBootstrap();
    return schedules;
  };
  const overdue = (schedule: string) => warn.mock.calls.filter(([line]) => line.msg === 'schedule overdue' && line.schedule === schedule);

  it('a turn that never ends is overdue, logged once, and followed by the next', async () => {
    const takeOver = jest.fn(hangs);
    started(takeOver);
    await jest.advanceTimersByTimeAsync(32_000);
    expect(overdue('take over tasks of dead workers')).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(takeOver).toHaveBeenCalledTimes(2);
  });

  it('aborts a sweep that takes too long, and only that one', async () => {
    const signals: AbortSignal[] = [];
    const prune = (signal: AbortSignal) => {
      signals.push(signal);
      return hangs();
    };
    started(() => Promise.resolve(0), prune);
    await jest.advanceTimersByTimeAsync(615_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('a stop aborts the turns and waits for those in time', async () => {
    const signals: AbortSignal[] = [];
    const schedules = started(
      () => Promise.resolve(0),
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => (signals.push(signal), reject(new Error('stopped'))))),
    );
    await jest.advanceTimersByTimeAsync(2_000);
    void schedules.beforeApplicationShutdown();
    expect(signals).toHaveLength(1);
  });
});
