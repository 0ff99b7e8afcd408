import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiPage, IdInPath, ListWebhookDeliveriesInput, RequestedDelivery, WebhookDeliveryRepresentation, type Page } from '@sync/http-api';
import type { Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { WebhookEndpoints } from './webhook-endpoints';

/** What was delivered to an endpoint. */
@ApiTags('Webhook endpoints')
@RequiresBearer('webhook endpoints', 'active')
@Controller('api/webhook-endpoints/:endpoint_id')
export class WebhookDeliveriesController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /**
   * Send a test event
   * @remarks `endpoint.test`, whatever events and status the endpoint has. The list of deliveries shows what came of it.
   * @returns The delivery
   */
  @Post('test')
  @HttpCode(HttpStatus.ACCEPTED)
  testWebhookEndpoint(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<RequestedDelivery> {
    return this.endpoints.test(caller, id);
  }

  /**
   * List the deliveries of a webhook endpoint
   * @remarks Newest first, kept for 30 days after they ended.
   */
  @Get('deliveries')
  @ApiPage(WebhookDeliveryRepresentation)
  listWebhookDeliveries(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Query() input: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    return this.endpoints.listDeliveries(caller, id, input);
  }

  /**
   * Send a delivery again
   * @remarks Under the same `webhook-id`, also to an endpoint that is not enabled.
   * @returns The delivery
   */
  @Post('deliveries/:delivery_id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  resendWebhookDelivery(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @IdInPath('delivery_id') deliveryId: string,
  ): Promise<RequestedDelivery> {
    return this.endpoints.resend(caller, id, deliveryId);
  }
}
