import { Logger } from '@nestjs/common';
import { Progress } from '@sync/durable-work';
import { Schedules } from './schedules';
import type { ScheduleTurns } from './upkeep/schedule-turns';

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
  const always: ScheduleTurns['take'] = (_name, _every, work) => work().then(() => true);
  const started = (
    watch: () => Promise<unknown>,
    prune: (signal: AbortSignal) => Promise<unknown> = hangs,
    { take = always, metricsPort }: { take?: ScheduleTurns['take']; metricsPort?: number } = {},
  ) => {
    const turns = { take };
    const parts = [
      turns,
      new Progress(),
      {},
      { start: hangs },
      { probe: hangs },
      { prune },
      { erase: hangs },
      { erase: hangs },
      { remove: hangs },
      { watch },
      { metricsPort },
    ];
    const schedules = new Schedules(...(parts as unknown as ConstructorParameters<typeof Schedules>));
    schedules.onApplicationBootstrap();
    return schedules;
  };
  const overdue = (schedule: string) => warn.mock.calls.filter(([line]) => line.msg === 'schedule overdue' && line.schedule === schedule);

  it('a turn that never ends is overdue, logged once, and followed by the next', async () => {
    const watch = jest.fn(hangs);
    started(watch);
    await jest.advanceTimersByTimeAsync(32_000);
    expect(overdue('watch the records feed')).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(watch).toHaveBeenCalledTimes(2);
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

  it('a worker without METRICS_PORT leaves measuring to those that have one, and the figures stay fresh', async () => {
    const turns: { worker: string; at: number }[] = [];
    let dueAt = 0;
    const takeAs =
      (worker: string): ScheduleTurns['take'] =>
      (schedule, everySeconds) => {
        const isTaken = schedule === 'measure the service' && dueAt <= Date.now();
        if (isTaken) {
          turns.push({ worker, at: Date.now() });
          dueAt = Date.now() + everySeconds * 1_000;
        }
        return Promise.resolve(isTaken);
      };
    started(hangs, hangs, { take: takeAs('silent') });
    started(hangs, hangs, { take: takeAs('listening'), metricsPort: 0 });
    await jest.advanceTimersByTimeAsync(300_000);
    expect(new Set(turns.map(({ worker }) => worker))).toEqual(new Set(['listening']));
    const gaps = turns.slice(1).map(({ at }, index) => at - (turns[index]?.at ?? 0));
    expect(gaps.length).toBeGreaterThan(10);
    expect(Math.max(...gaps)).toBeLessThan(60_000);
  });
});
