import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { deleteOldShopCalls } from '@sync/domain';
import { deleteUnusedShopHosts, eraseFailedWebhookBodies } from '@sync/durable-work';
import { deleteExpiredAccessTokens, deleteOldConnectionTokens } from '@sync/identity';
import { deleteOldTombstones } from '@sync/record-store';
import { deleteOldSyncRuns } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { upkeepDataSource } from './upkeep-data-source';

/** Deletes runs, calls to shops, tokens and tombstones that nothing needs any more, and the bodies of webhooks that failed long ago. */
@Injectable()
export class RemoveEndedWork {
  private readonly logger = new Logger('RemoveEndedWork');

  constructor(
    @InjectDataSource(upkeepDataSource) private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many rows it deleted. Throws once the signal is aborted. */
  async remove(signal: AbortSignal): Promise<number> {
    const erased = await eraseFailedWebhookBodies(this.dataSource, this.configuration.failedWebhookBodyDays, signal);
    if (erased > 0) this.logger.log({ msg: 'bodies of failed webhooks erased', rows: erased });
    let removed = 0;
    for (const remove of [
      deleteOldSyncRuns,
      deleteOldShopCalls,
      deleteOldConnectionTokens,
      deleteExpiredAccessTokens,
      deleteOldTombstones,
      deleteUnusedShopHosts,
    ])
      removed += await remove(this.dataSource, signal);
    if (removed > 0) this.logger.log({ msg: 'ended work removed', rows: removed });
    return removed;
  }
}
