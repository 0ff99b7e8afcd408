import { Module } from '@nestjs/common';
import { FindSenders } from './find-senders';
import { ReceiveWebhook } from './receive-webhook';
import { ReceiveWebhookController } from './receive-webhook.controller';
import { StoreDeliveries } from './store-deliveries';

@Module({ controllers: [ReceiveWebhookController], providers: [ReceiveWebhook, FindSenders, StoreDeliveries] })
export class ReceiveWebhookModule {}
