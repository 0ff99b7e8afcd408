import { Injectable, Logger } from '@nestjs/common';
import { measureFeed, slowFeedSeconds } from '@sync/record-store';
import { DataSource } from 'typeorm';

/**
 * Measures how far the records feed is behind, and warns when a transaction that wrote records has not ended for so long that callers
 * notice: the feed shows nothing written after it.
 */
@Injectable()
export class WatchFeed {
  private readonly logger = new Logger('WatchFeed');
  private warnedOf: string | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** Logs once per transaction older than that, and once when the feed moves on. */
  async watch(seconds = slowFeedSeconds): Promise<void> {
    const oldest = await measureFeed(this.dataSource);
    const blocker = oldest && oldest.ageSeconds >= seconds ? oldest : null;
    const transaction = blocker?.transaction ?? null;
    if (transaction === this.warnedOf) return;
    if (blocker) this.logger.warn({ msg: 'records feed held up by a transaction', ...blocker, ageSeconds: Math.round(blocker.ageSeconds) });
    else this.logger.log({ msg: 'records feed moves on' });
    this.warnedOf = transaction;
  }
}
