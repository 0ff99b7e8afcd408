import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
  ConnectionId,
  ListWebhookDeliveriesInput,
  PageInput,
  RequestedDelivery,
  WebhookDeliveryRepresentation,
  WebhookEndpointRepresentation,
  type Page,
} from '@sync/http-api';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { WebhookEndpoints } from './webhook-endpoints';

const EndpointId = () => PathId('endpoint_id', 'webhook endpoint');

/** For everybody who sees all of the connection. */
@ApiTags('Webhook endpoints')
@RequiresSession('help')
@Controller('api/admin/connections/:id/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /**
   * List the webhook endpoints of a connection
   * @remarks Newest first. Of each address, the query is left out, because callers put tokens there.
   */
  @Get()
  @ApiPage(WebhookEndpointRepresentation)
  listWebhookEndpoints(@ConnectionId('id') connectionId: string, @Query() input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return this.endpoints.list(connectionId, input);
  }

  /**
   * Enable a webhook endpoint
   * @remarks For one that is paused or disabled. Of what changed meanwhile it hears once for each shop and kind of records. One that is
   * enabled stays as it is.
   * @returns The endpoint
   */
  @Post(':endpoint_id/enable')
  @HttpCode(HttpStatus.OK)
  enableWebhookEndpoint(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') connectionId: string,
    @EndpointId() id: string,
  ): Promise<WebhookEndpointRepresentation> {
    return this.endpoints.enable(user, { connectionId, id });
  }

  /**
   * List the deliveries of a webhook endpoint
   * @remarks Newest first, kept for 30 days after they ended.
   */
  @Get(':endpoint_id/deliveries')
  @ApiPage(WebhookDeliveryRepresentation)
  listWebhookDeliveries(
    @ConnectionId('id') connectionId: string,
    @EndpointId() id: string,
    @Query() input: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    return this.endpoints.deliveries({ connectionId, id }, input);
  }

  /**
   * Send a delivery again
   * @remarks Under the same `webhook-id`, also to an endpoint that is not enabled.
   * @returns The delivery
   */
  @Post(':endpoint_id/deliveries/:delivery_id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  async resendWebhookDelivery(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') connectionId: string,
    @EndpointId() id: string,
    @PathId('delivery_id', 'delivery') deliveryId: string,
  ): Promise<RequestedDelivery> {
    await this.endpoints.resend(user, { connectionId, id }, deliveryId);
    return { delivery_id: deliveryId };
  }
}
