import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { hasOverdueTask, type Progress } from '@sync/durable-work';
import { createPool, everyTenant, queryBounds } from '@sync/postgres';
import type { WorkerConfiguration } from './configuration';

/** Longer than a query and the wait for its connection may take: the next schedule moves this worker on unless it is stuck. */
const maxQuietMs = 15_000;

export interface WatchdogTimes {
  checkEveryMs: number;
  maxQuietMs: number;
  /** So many checks in a row must find work and a Postgres that responds: one that just came back gives the worker time to go on. */
  checksInARow: number;
}

const defaultTimes: WatchdogTimes = { checkEveryMs: 2_000, maxQuietMs, checksInARow: 4 };
const lookTimeoutMs = 2_000;

/** Readiness check: a worker that moves nothing is not ready, even when its Postgres responds. */
export function requireProgress({ latest }: Progress): Promise<void> {
  return latest.millisecondsAgo > maxQuietMs ? Promise.reject(new Error(`No progress since: ${latest.what}`)) : Promise.resolve();
}

/**
 * Ends a worker that is stuck, so that its supervisor starts another: it makes no progress of any kind although a new connection to
 * Postgres works and tasks are overdue. While Postgres is away it waits.
 */
export class ProgressWatchdog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ProgressWatchdog');
  private readonly stop = new AbortController();
  private checkedAt = performance.now();
  private watchedSince = performance.now();
  private stuckChecks = 0;

  constructor(
    private readonly progress: Progress,
    private readonly database: Pick<WorkerConfiguration, 'databaseUrl' | 'databaseIsPooled'>,
    private readonly times = defaultTimes,
    private readonly end = () => process.exit(1),
  ) {}

  onApplicationBootstrap(): void {
    this.checkedAt = this.watchedSince = performance.now();
    void this.watch();
  }

  beforeApplicationShutdown(): void {
    this.stop.abort();
  }

  private async watch(): Promise<void> {
    const { signal } = this.stop;
    const { checkEveryMs } = this.times;
    while (await sleep(checkEveryMs, true, { signal, ref: false }).catch(() => false)) {
      await this.check();
      this.checkedAt = performance.now();
    }
  }

  private async check(): Promise<void> {
    const now = performance.now();
    // The process was suspended or its event loop stalled: nothing could progress meanwhile.
    if (now - this.checkedAt > 3 * this.times.checkEveryMs) this.watchedSince = now;
    const isStuck = this.quietMs() > this.times.maxQuietMs && (await this.hasOverdueTask()) && this.quietMs() > this.times.maxQuietMs;
    this.stuckChecks = isStuck ? this.stuckChecks + 1 : 0;
    if (this.stuckChecks < this.times.checksInARow || this.stop.signal.aborted) return;
    const { what, millisecondsAgo } = this.progress.latest;
    this.logger.fatal({
      msg: 'worker is stuck: no progress, although Postgres responds and tasks are overdue',
      last: what,
      millisecondsAgo,
    });
    this.end();
  }

  private quietMs(): number {
    return Math.min(this.progress.latest.millisecondsAgo, performance.now() - this.watchedSince);
  }

  /** By a new connection. False when Postgres does not respond. */
  private async hasOverdueTask(): Promise<boolean> {
    const { databaseUrl, databaseIsPooled } = this.database;
    const pool = createPool({
      connectionString: databaseUrl,
      max: 1,
      application_name: 'export-worker watchdog',
      connectionTimeoutMillis: lookTimeoutMs,
      ...queryBounds(lookTimeoutMs, { isPooled: databaseIsPooled, settings: everyTenant }),
    });
    try {
      return await hasOverdueTask((sql, values) => pool.query(sql, values));
    } catch {
      return false;
    } finally {
      void pool.end().catch(() => undefined);
    }
  }
}
