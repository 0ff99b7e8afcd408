import { Module } from '@nestjs/common';
import { ChangeWebhookEndpoints } from '@sync/caller-webhooks';
import { HostAllowlist } from '@sync/integrations';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookEndpoints } from './webhook-endpoints';
import { WidgetWebhooksController } from './widget-webhooks.controller';

/** Where callers want to hear of events, and what was delivered there. */
@Module({
  controllers: [WebhookEndpointsController, WebhookDeliveriesController, WidgetWebhooksController],
  providers: [
    WebhookEndpoints,
    {
      provide: ChangeWebhookEndpoints,
      inject: [DataSource, ConnectionApiConfiguration],
      useFactory: (dataSource: DataSource, { callerHostAllowlist, encryptionKeys }: ConnectionApiConfiguration) =>
        new ChangeWebhookEndpoints(dataSource, new HostAllowlist(callerHostAllowlist), encryptionKeys),
    },
  ],
})
export class WebhookEndpointsModule {}
