import { Injectable, Logger } from '@nestjs/common';
import type { TaskAttempt } from '@sync/durable-work';
import { MissingRecords } from '@sync/record-store';
import type { SyncRun } from '@sync/sync-runs';
import { WorkerConfiguration } from '../../configuration';
import { isTooMany } from './is-too-many';

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
