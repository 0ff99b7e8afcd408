import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { NamedPersons } from '../privacy/named-persons';
import { ProcessWebhook } from './process-webhook';
import { RefetchRecord } from './refetch-record';
import { StoreChange } from './store-change';

@Module({
  imports: [BulkSyncModule],
  providers: [StoreChange, NamedPersons, ProcessWebhook, RefetchRecord],
  exports: [ProcessWebhook, RefetchRecord],
})
export class WebhooksModule {}
