import { Module } from '@nestjs/common';
import { NoteCalls } from './note-calls';
import { NoteCopies } from './note-copies';
import { NoteStandings } from './note-standings';
import { ReceiveWebhook } from './receive-webhook';
import { ReceiveWebhookController } from './receive-webhook.controller';
import { Senders } from './senders';
import { StoreWebhooks } from './store-webhooks';

@Module({
  controllers: [ReceiveWebhookController],
  providers: [ReceiveWebhook, Senders, StoreWebhooks, NoteCalls, NoteCopies, NoteStandings],
})
export class ReceiveWebhookModule {}
