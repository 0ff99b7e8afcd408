import { Inject, Injectable, Logger } from '@nestjs/common';
import { lockSyncsOf, type SyncRun } from '@sync/domain';
import { DurableWork, type TaskAttempt } from '@sync/durable-work';
import { DataSource } from 'typeorm';
import { insertRanges } from './insert-ranges';
import { nextReading, type ReadList } from './next-reading';
import { parallelism } from './parallelism';
import { planRanges } from './plan-ranges';
import { findReadList } from './read-list';
import { StartNextFetches } from './start-next-fetches';

const beginReading = `
  with begun as (
    update sync_runs set reading = reading + 1, rows_seen_before = $3, pages_total = pages_total + $4
    where id = $1 and reading = $2 and status = 'running' returning 1
  )
  select from begun`;

/** A list that moved while it was read in pages may hold rows that no page has shown: they are looked for once more. */
@Injectable()
export class ReadAgain {
  private readonly logger = new Logger('ReadAgain');

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly nextFetches: StartNextFetches,
    @Inject(parallelism) private readonly limit: number,
  ) {}

  /** For a run whose pages are all stored. True: some of them are to be fetched again, and the attempt is complete; the run goes on. */
  async whereNeeded(run: SyncRun, attempt: TaskAttempt): Promise<boolean> {
    const list = await findReadList(this.dataSource, run.id);
    attempt.throwIfInterrupted();
    const next = list ? nextReading(list) : 'complete';
    if (!list || next === 'complete') return false;
    if (next === 'given up') {
      this.log('warn', 'the list moved each time it was read: a record may be missing until the next full sync', run, attempt, list);
      return false;
    }
    this.log('log', 'the list moved: pages are read again', run, attempt, list, { pages: next.pages.length });
    await this.begin(run, attempt, list, next.pages);
    return true;
  }

  private async begin(run: SyncRun, attempt: TaskAttempt, { reading, perPage, rowsSeen }: ReadList, pages: number[]): Promise<void> {
    const ranges = planRanges(pages, this.limit);
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, run.systemConnectionId);
      await attempt.complete(manager);
      const begun = await manager.query<unknown[]>(beginReading, [run.id, reading, rowsSeen, pages.length]);
      if (begun.length > 0) await insertRanges(manager, run, { reading: reading + 1, perPage, ranges });
      await this.nextFetches.startWithin(manager, enqueue, run.systemConnectionId, attempt.requestId ?? undefined);
    });
  }

  private log(level: 'log' | 'warn', msg: string, run: SyncRun, { requestId }: TaskAttempt, list: ReadList, more: object = {}): void {
    const { id: syncRunId, systemConnectionId: connectionId, capability } = run;
    const { reading, total, highestTotal, rowsSeen } = list;
    this.logger[level]({ msg, requestId, connectionId, syncRunId, capability, reading, total, highestTotal, rowsSeen, ...more });
  }
}
