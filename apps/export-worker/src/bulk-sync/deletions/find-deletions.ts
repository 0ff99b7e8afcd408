import { Injectable, Logger } from '@nestjs/common';
import type { TaskAttempt, TaskHandler } from '@sync/durable-work';
import { type ListComparison, MissingRecords } from '@sync/record-store';
import { type ListPasses, type SyncRun, SyncRuns } from '@sync/sync-runs';
import { WorkerConfiguration } from '../../configuration';

/** Compares a complete list with what is stored, and deletes what two lists in a row did not show. */
@Injectable()
export class FindDeletions {
  private readonly logger = new Logger('FindDeletions');

  constructor(
    private readonly missing: MissingRecords,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many deletions wait for a confirmation; null: the run has ended. Safe to repeat. Throws TaskInterrupted. */
  async ofList(run: SyncRun, attempt: TaskAttempt): Promise<number | null> {
    const comparison = await this.missing.compare(run);
    if (!comparison) return null;
    if (isTooMany(comparison, this.configuration.maxDeletedSharePercent)) {
      const { id: syncRunId, systemConnectionId: connectionId, capability } = run;
      const about = { requestId: attempt.requestId, connectionId, syncRunId, capability };
      this.logger.warn({ msg: 'too many records are gone at once: deletions wait for a confirmation', ...about, ...comparison });
      return comparison.due;
    }
    await this.deleteDue(run, attempt);
    return 0;
  }

  /** Deletes what the run found, in batches. */
  async deleteDue(run: SyncRun, attempt: TaskAttempt): Promise<void> {
    do {
      attempt.throwIfInterrupted();
      attempt.madeProgress();
    } while ((await this.missing.deleteDue(run)) > 0);
  }
}

/** Deletes what a run held back, once confirmed. Records that were listed or written since then stay. */
@Injectable()
export class DeleteConfirmedRecords implements TaskHandler<'delete-confirmed-records'> {
  constructor(
    private readonly syncs: SyncRuns,
    private readonly deletions: FindDeletions,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const run = await this.syncs.find(syncRunId);
    if (run) await this.deletions.deleteDue(run, attempt);
  }
}

/** In a small shop few records are many percent. */
const maxUnasked = 5;

/**
 * A shop restored from a backup, a key that sees less or an empty list must not empty what callers keep: more than the percentage of a
 * kind, or all of it, is deleted only on confirmation. Up to five are deleted, unless they are all.
 */
export function isTooMany({ live, due }: ListComparison, maxPercent: number): boolean {
  return due > 0 && (due === live || (due > maxUnasked && due * 100 > live * maxPercent));
}

/**
 * Whether a list can be believed when it misses a row: it showed as many rows as it says that it has. A platform that reports only pages
 * may have fewer rows on its last one. A list without any total is never believed.
 */
export function showsAll({ total, lowestTotal, rowsListed, perPage }: ListPasses): boolean {
  if (lowestTotal === null) return false;
  return total === null ? rowsListed > lowestTotal - perPage : rowsListed >= lowestTotal;
}
