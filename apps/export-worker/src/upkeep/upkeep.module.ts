import { Module } from '@nestjs/common';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';
import { EraseInactiveCopies } from './erase-inactive-copies';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { ProbeFailedShops } from './probe-failed-shops';
import { PrunePendingConnections } from './prune-pending-connections';
import { RemoveEndedWork } from './remove-ended-work';
import { ScheduleTurns } from './schedule-turns';
import { StartDueSyncs } from './start-due-syncs';
import { WatchFeed } from './watch-feed';

const steps = [
  EraseDisconnectedConnections,
  EraseInactiveCopies,
  ProbeFailedShops,
  PrunePendingConnections,
  RemoveEndedWork,
  ScheduleTurns,
  StartDueSyncs,
  WatchFeed,
];

/** What the service does by itself, without anybody asking. */
@Module({ imports: [BulkSyncModule], providers: steps, exports: steps })
export class UpkeepModule {}
