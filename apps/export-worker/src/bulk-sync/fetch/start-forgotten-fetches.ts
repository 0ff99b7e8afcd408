import { Injectable, Logger } from '@nestjs/common';
import { eachConnection } from '@sync/connections';
import { SyncRuns } from '@sync/sync-runs';
import { logFailure } from '../../log-failure';

/** Safety net: every change of a connection's syncs starts its next fetches, so a change of nothing starts what one forgot. */
@Injectable()
export class StartForgottenFetches {
  private readonly logger = new Logger('StartForgottenFetches');

  constructor(private readonly syncs: SyncRuns) {}

  /** Returns for how many connections it succeeded. */
  async start(): Promise<number> {
    const ids = await this.syncs.findForgotten();
    const start = (id: string) => this.syncs.startFetches(id);
    const failures = await eachConnection(ids, start, logFailure(this.logger, 'page ranges not started'));
    return ids.length - failures.length;
  }
}
