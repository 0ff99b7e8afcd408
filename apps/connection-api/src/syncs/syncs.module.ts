import { Module } from '@nestjs/common';
import { ListSyncRuns } from './list-sync-runs';
import { ReadSyncRuns } from './read-sync-runs';
import { RequestSyncs } from './request-syncs';
import { SyncsController } from './syncs.controller';

/** /api/system-connections/{id}/syncs: request and list sync runs. */
@Module({ controllers: [SyncsController], providers: [RequestSyncs, ListSyncRuns, ReadSyncRuns] })
export class SyncsModule {}
