import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeWebhookEndpoints, findWebhookEndpoint, listWebhookDeliveries, resendDelivery } from '@sync/caller-webhooks';
import {
  ApiPage,
  IdInPath,
  ListWebhookDeliveriesInput,
  pageById,
  presentWebhookDelivery,
  RequestedDelivery,
  uuidShape,
  WebhookDeliveryRepresentation,
  type Page,
} from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { noSuchEndpoint, ownerOf } from './webhook-endpoints.controller';

/** What was delivered to an endpoint. */
@ApiTags('Webhook endpoints')
@RequiresBearer('webhook endpoints', 'active')
@Controller('api/webhook-endpoints/:endpoint_id')
export class WebhookDeliveriesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: ChangeWebhookEndpoints,
  ) {}

  /**
   * Send a test event
   * @remarks `endpoint.test`, whatever events and status the endpoint has. The list of deliveries shows what came of it.
   * @returns The delivery
   */
  @Post('test')
  @HttpCode(HttpStatus.ACCEPTED)
  async testWebhookEndpoint(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<RequestedDelivery> {
    const deliveryId = uuidShape.test(id) ? await this.endpoints.test(ownerOf(caller), id) : null;
    if (deliveryId === null) throw noSuchEndpoint();
    return { delivery_id: deliveryId };
  }

  /**
   * List the deliveries of a webhook endpoint
   * @remarks Newest first, kept for 30 days after they ended.
   */
  @Get('deliveries')
  @ApiPage(WebhookDeliveryRepresentation)
  async listWebhookDeliveries(
    @RequestCaller() { connectionId }: Caller,
    @IdInPath('endpoint_id') id: string,
    @Query() { status, ...input }: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    if (!uuidShape.test(id) || !(await findWebhookEndpoint(this.dataSource, connectionId, id))) throw noSuchEndpoint();
    return pageById(
      `webhook-deliveries ${id}`,
      input,
      (place) => listWebhookDeliveries(this.dataSource, id, { status, ...place }),
      (deliveries) => deliveries.map(presentWebhookDelivery),
    );
  }

  /**
   * Send a delivery again
   * @remarks Under the same `webhook-id`, also to an endpoint that is not enabled.
   * @returns The delivery
   */
  @Post('deliveries/:delivery_id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  async resendWebhookDelivery(
    @RequestCaller() { connectionId }: Caller,
    @IdInPath('endpoint_id') id: string,
    @IdInPath('delivery_id') deliveryId: string,
  ): Promise<RequestedDelivery> {
    const areIds = uuidShape.test(id) && uuidShape.test(deliveryId);
    if (!areIds || !(await resendDelivery(this.dataSource, connectionId, id, deliveryId)))
      throw new Problem('not-found', 'This delivery does not exist.');
    return { delivery_id: deliveryId };
  }
}
