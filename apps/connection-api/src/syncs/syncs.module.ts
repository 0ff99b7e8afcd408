import { Module } from '@nestjs/common';
import { ListSyncRuns } from './list-sync-runs';
import { SyncsController } from './syncs.controller';

/** /api/system-connections/{id}/syncs: request and list sync runs. */
@Module({ controllers: [SyncsController], providers: [ListSyncRuns] })
export class SyncsModule {}
