import { setMaxListeners } from 'node:events';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { deleteEndedDeliveries, watchFailingEndpoints } from '@sync/caller-webhooks';
import { finishUninstallations } from '@sync/connections';
import { endsWithin, Progress, removeDoneTasks } from '@sync/durable-work';
import { loggableError } from '@sync/records';
import { forgetRateLimitedClients } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from './configuration';
import { countActivity } from './upkeep/count-activity';
import { EraseDisconnectedConnections } from './upkeep/erase-disconnected-connections';
import { EraseInactiveCopies } from './upkeep/erase-inactive-copies';
import { measureService } from './upkeep/measure-service';
import { PrunePendingConnections } from './upkeep/prune-pending-connections';
import { RemoveEndedWork } from './upkeep/remove-ended-work';
import { ProbeFailedShops } from './upkeep/probe-failed-shops';
import { noteSuccess } from './upkeep/schedule-metrics';
import { ScheduleTurns } from './upkeep/schedule-turns';
import { StartDueSyncs } from './upkeep/start-due-syncs';
import { upkeepDataSource } from './upkeep/upkeep-data-source';
import { WatchFeed } from './upkeep/watch-feed';
import { logFailure } from './log-failure';

interface Schedule {
  name: string;
  everySeconds: number;
  /** One worker runs it each time. Without it every worker does. */
  inTurns?: true;
  /** True: not in this worker. */
  isOff?: boolean;
  /** A turn that takes longer is aborted, and the next one armed. Default: 30. */
  maxTurnSeconds?: number;
  /** Rejects soon after the signal is aborted. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

const lookEverySeconds = 10;
const defaultMaxTurnSeconds = 30;
/** The rest is left to the next turn. */
const maxSweepSeconds = 600;
const dailySweep = { everySeconds: 86_400, maxTurnSeconds: maxSweepSeconds, inTurns: true } as const;

/** Every timer of the service. They live in the workers, so a lost queue loses none. Each is safe to run in several workers at once. */
@Injectable()
export class Schedules implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Schedules');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private readonly all: readonly Schedule[];

  constructor(
    private readonly turns: ScheduleTurns,
    private readonly progress: Progress,
    @InjectDataSource(upkeepDataSource) upkeep: DataSource,
    dueSyncs: StartDueSyncs,
    failedShops: ProbeFailedShops,
    pending: PrunePendingConnections,
    disconnected: EraseDisconnectedConnections,
    inactive: EraseInactiveCopies,
    endedWork: RemoveEndedWork,
    feed: WatchFeed,
    configuration: WorkerConfiguration,
  ) {
    // Without a listener nothing would see the figures, so another worker has to measure them.
    const isUnseen = configuration.metricsPort === undefined;
    const all: Schedule[] = [
      {
        name: 'delete old done tasks',
        everySeconds: 600,
        maxTurnSeconds: maxSweepSeconds,
        run: async () => [await forgetRateLimitedClients(upkeep), await removeDoneTasks(upkeep)],
      },
      { name: 'watch the records feed', everySeconds: 10, run: () => feed.watch() },
      {
        name: 'finish uninstallations',
        everySeconds: 60,
        maxTurnSeconds: maxSweepSeconds,
        inTurns: true,
        run: (signal) => finishUninstallations(upkeep, logFailure(this.logger, 'uninstallation not finished'), signal),
      },
      { name: 'count activity', everySeconds: 15, inTurns: true, run: () => countActivity(upkeep) },
      { name: 'measure the service', everySeconds: 10, inTurns: true, isOff: isUnseen, run: () => measureService(upkeep, this.inTurns) },
      { name: 'start due syncs', everySeconds: 10, inTurns: true, run: () => dueSyncs.start() },
      { name: 'ask failed shops', everySeconds: 60, maxTurnSeconds: 60, inTurns: true, run: () => failedShops.probe() },
      {
        name: 'watch failing webhook endpoints',
        everySeconds: 10,
        inTurns: true,
        run: () => watchFailingEndpoints(upkeep, configuration.callerWebhookDisableAfterSeconds),
      },
      { name: 'delete ended webhook deliveries', ...dailySweep, run: (signal) => deleteEndedDeliveries(upkeep, signal) },
      { name: 'prune abandoned pending connections', ...dailySweep, run: (signal) => pending.prune(signal) },
      { name: 'erase disconnected connections past grace', ...dailySweep, run: (signal) => disconnected.erase(signal) },
      { name: 'erase copies of inactive connections', ...dailySweep, run: (signal) => inactive.erase(signal) },
      { name: 'remove ended work', ...dailySweep, run: (signal) => endedWork.remove(signal) },
    ];
    this.all = all.filter(({ isOff }) => !isOff);
    setMaxListeners(this.all.length, this.stop.signal);
  }

  private get inTurns(): string[] {
    return this.all.filter(({ inTurns }) => inTurns).map(({ name }) => name);
  }

  /** Each starts within the first second. Its period runs from end to start, so none overlaps itself. */
  onApplicationBootstrap(): void {
    for (const schedule of this.all) this.after(Math.random() * 1_000, schedule);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private after(milliseconds: number, schedule: Schedule): void {
    if (this.stop.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.runInTime(schedule);
      this.running.add(run);
      void run.then(() => {
        this.running.delete(run);
        const seconds = schedule.inTurns ? Math.min(schedule.everySeconds, lookEverySeconds) : schedule.everySeconds;
        this.after(seconds * 1_000, schedule);
      });
    }, milliseconds);
    this.timers.add(timer);
  }

  /** Resolves at the deadline, too: a turn that hangs must not be the last one. */
  private async runInTime(schedule: Schedule): Promise<void> {
    const { name, maxTurnSeconds = defaultMaxTurnSeconds } = schedule;
    const ending = new AbortController();
    const abort = () => ending.abort();
    this.stop.signal.addEventListener('abort', abort);
    const isInTime = await endsWithin(this.runOnce(schedule, ending.signal), maxTurnSeconds * 1_000);
    this.stop.signal.removeEventListener('abort', abort);
    if (isInTime) return;
    abort();
    this.logger.warn({ msg: 'schedule overdue', schedule: name, seconds: maxTurnSeconds });
  }

  private async runOnce({ name, everySeconds, inTurns, run }: Schedule, signal: AbortSignal): Promise<void> {
    try {
      const work = () => run(signal);
      await (inTurns ? this.turns.take(name, everySeconds, work) : work());
      this.progress.note(name);
      noteSuccess(name);
    } catch (error) {
      if (signal.aborted) return;
      this.logger.warn({ msg: 'schedule failed', schedule: name, error: loggableError(error) });
    }
  }
}
