import { Injectable, Logger } from '@nestjs/common';
import type { TaskAttempt } from '@sync/durable-work';
import { SyncRuns, type ListPasses, type SyncRun } from '@sync/sync-runs';
import { nextPass } from './next-pass';
import { showsOnePage } from './why-too-few';

/** A list that drifted while its pages were read may hold rows that no page has shown. Another pass looks for them. */
@Injectable()
export class RescanDriftedPages {
  private readonly logger = new Logger('RescanDriftedPages');

  constructor(private readonly syncs: SyncRuns) {}

  /** For a run whose pages are all stored. `another pass`: it has begun, and the attempt is complete. */
  async ifNeeded(run: SyncRun, passes: ListPasses, attempt: TaskAttempt): Promise<'complete' | 'given up' | 'another pass'> {
    const next = showsOnePage(passes) ? 'complete' : nextPass(passes);
    if (next === 'complete') return next;
    if (next === 'given up') {
      this.logger.warn({
        msg: 'list drifted in every pass: a record may be missing until the next full sync',
        ...about(run, attempt, passes),
      });
      return next;
    }
    const again = 'keys' in next ? { keys: next.keys.length } : { pages: next.pages.length };
    this.logger.log({ msg: 'list drifted: another pass begins', ...about(run, attempt, passes), ...again });
    await this.syncs.change(run.systemConnectionId, attempt, (syncs) => syncs.beginPass(run, passes, next));
    return 'another pass';
  }
}

function about({ id, systemConnectionId, capability }: SyncRun, { requestId }: TaskAttempt, passes: ListPasses): object {
  const { pass, total, highestTotal, rowsSeen } = passes;
  return { requestId, connectionId: systemConnectionId, syncRunId: id, capability, pass, total, highestTotal, rowsSeen };
}
