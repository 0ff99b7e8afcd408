import { Injectable, Logger } from '@nestjs/common';
import { systemCapabilities } from '@sync/records';
import { oldSyncRuns } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { deleteInBatches } from './delete-in-batches';

/** A pending connection's tokens show whether it is still in use, and go with it. */
const oldConnectionTokens = `
  select token.id from connection_tokens token
  where least(token.used_at, token.expires_at) < now() - interval '1 day'
    and not exists (select from system_connections connection where connection.id = token.system_connection_id and connection.status = 'pending')`;

/**
 * Tombstones of records that were deleted before they were stored. They stay while a webhook of their connection has failed or waits:
 * it may describe the record as it was before, and must not bring it back.
 */
const oldTombstones = (table: string) => `
  select id from ${table}
  where feed_position < 0 and deleted_at < now() - interval '30 days' and synced_at < now() - interval '30 days'
    and system_connection_id not in (
      select system_connection_id from tasks where state = 'failed' and name = 'process-webhook' and system_connection_id is not null
      union all
      select system_connection_id from tasks
      where state = 'pending' and created_at < now() - interval '1 day' and name = 'process-webhook' and system_connection_id is not null)`;

/** Deletes runs, tokens and tombstones that nothing needs any more. */
@Injectable()
export class RemoveEndedWork {
  private readonly logger = new Logger('RemoveEndedWork');

  constructor(private readonly dataSource: DataSource) {}

  /** Returns how many rows it deleted. Throws once the signal is aborted. */
  async remove(signal: AbortSignal): Promise<number> {
    const deletions = [
      oldSyncRuns,
      { table: 'connection_tokens', keys: oldConnectionTokens },
      ...systemCapabilities.map((table) => ({ table, keys: oldTombstones(table) })),
    ];
    let removed = 0;
    for (const deletion of deletions) removed += await deleteInBatches(this.dataSource, deletion, signal);
    if (removed > 0) this.logger.log({ msg: 'ended work removed', rows: removed });
    return removed;
  }
}
