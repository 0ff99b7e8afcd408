import { Module } from '@nestjs/common';
import { WebhookEndpoints } from './webhook-endpoints';
import { WebhookEndpointsController } from './webhook-endpoints.controller';

/** /api/admin/connections/{id}/webhook-endpoints. */
@Module({ controllers: [WebhookEndpointsController], providers: [WebhookEndpoints] })
export class WebhookEndpointsModule {}
