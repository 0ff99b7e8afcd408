import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { NamedPersons } from '../privacy/named-persons';
import { ProcessWebhook } from './process-webhook';
import { RefetchRecords } from './refetch-records';
import { StoreChange } from './store-change';

@Module({
  imports: [BulkSyncModule],
  providers: [StoreChange, NamedPersons, ProcessWebhook, RefetchRecords],
  exports: [ProcessWebhook, RefetchRecords],
})
export class WebhooksModule {}
