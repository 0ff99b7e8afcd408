import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { ErasePerson } from './erase-person';
import { EraseWebhooks } from './erase-webhooks';

/** What the erasure of a person does. */
@Module({ imports: [BulkSyncModule, WebhooksModule], providers: [EraseWebhooks, ErasePerson], exports: [ErasePerson] })
export class PrivacyModule {}
