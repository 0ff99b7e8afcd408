import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
  IdInPath,
  ListWebhookDeliveriesInput,
  PageInput,
  RequestedDelivery,
  WebhookDeliveryRepresentation,
  WebhookEndpointRepresentation,
  type Page,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { ChangeWebhookEndpointInput, CreateWebhookEndpointInput } from './webhook-endpoint-input';
import { NewWebhookEndpoint } from './webhook-endpoint-representation';
import { WebhookEndpoints } from './webhook-endpoints';

/** What `<service-webhooks>` does, for pages of any origin: the same as on the caller's own routes. Secrets are not replaced here. */
@ApiTags('Widget')
@RequiresBearer('widget webhooks', 'active')
@Controller('api/widget/webhook-endpoints')
export class WidgetWebhooksController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /**
   * Create a webhook endpoint, from a page
   * @remarks What `createWebhookEndpoint` does.
   * @returns The endpoint, with its secret, shown only this once
   */
  @Post()
  @ApiProblems('conflict')
  createWebhookEndpointFromPage(@RequestCaller() caller: Caller, @Body() input: CreateWebhookEndpointInput): Promise<NewWebhookEndpoint> {
    return this.endpoints.create(caller, input);
  }

  /**
   * List the webhook endpoints of the session's connection
   * @remarks Newest first.
   */
  @Get()
  @ApiPage(WebhookEndpointRepresentation)
  listWebhookEndpointsOfPage(@RequestCaller() caller: Caller, @Query() input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return this.endpoints.list(caller, input);
  }

  /**
   * Change a webhook endpoint, from a page
   * @remarks What `changeWebhookEndpoint` does.
   * @returns The endpoint
   */
  @Patch(':endpoint_id')
  changeWebhookEndpointFromPage(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Body() input: ChangeWebhookEndpointInput,
  ): Promise<WebhookEndpointRepresentation> {
    return this.endpoints.change(caller, id, input);
  }

  /**
   * Delete a webhook endpoint, from a page
   * @remarks What `deleteWebhookEndpoint` does.
   * @returns It is deleted, with its deliveries
   */
  @Delete(':endpoint_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteWebhookEndpointFromPage(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<void> {
    return this.endpoints.delete(caller, id);
  }

  /**
   * Send a test event, from a page
   * @remarks What `testWebhookEndpoint` does.
   * @returns The delivery
   */
  @Post(':endpoint_id/test')
  @HttpCode(HttpStatus.ACCEPTED)
  testWebhookEndpointFromPage(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<RequestedDelivery> {
    return this.endpoints.test(caller, id);
  }

  /**
   * List the deliveries of a webhook endpoint, from a page
   * @remarks Newest first, kept for 30 days after they ended.
   */
  @Get(':endpoint_id/deliveries')
  @ApiPage(WebhookDeliveryRepresentation)
  listWebhookDeliveriesOfPage(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Query() input: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    return this.endpoints.listDeliveries(caller, id, input);
  }

  /**
   * Send a delivery again, from a page
   * @remarks What `resendWebhookDelivery` does.
   * @returns The delivery
   */
  @Post(':endpoint_id/deliveries/:delivery_id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  resendWebhookDeliveryFromPage(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @IdInPath('delivery_id') deliveryId: string,
  ): Promise<RequestedDelivery> {
    return this.endpoints.resend(caller, id, deliveryId);
  }
}
