import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { ProcessWebhook } from './process-webhook';
import { StoreChange } from './store-change';

@Module({ imports: [BulkSyncModule], providers: [StoreChange, ProcessWebhook], exports: [ProcessWebhook] })
export class WebhooksModule {}
