import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ApiPage, IdInPath, PageInput, WebhookEndpointRepresentation, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { ChangeWebhookEndpointInput, CreateWebhookEndpointInput, RotateWebhookSecretInput } from './webhook-endpoint-input';
import { NewWebhookEndpoint, RotatedWebhookSecret } from './webhook-endpoint-representation';
import { WebhookEndpoints } from './webhook-endpoints';

/** Where the caller wants to hear of events. */
@ApiTags('Webhook endpoints')
@RequiresBearer('webhook endpoints', 'active')
@Controller('api/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /**
   * Create a webhook endpoint
   * @remarks From now on it gets events, signed with the secret by [Standard Webhooks](https://www.standardwebhooks.com). A connection may
   * have 20 endpoints: 409.
   * @returns The endpoint, with its secret, shown only this once
   */
  @Post()
  @ApiProblems('conflict')
  createWebhookEndpoint(@RequestCaller() caller: Caller, @Body() input: CreateWebhookEndpointInput): Promise<NewWebhookEndpoint> {
    return this.endpoints.create(caller, input);
  }

  /**
   * List the webhook endpoints of the caller's connection
   * @remarks Newest first.
   */
  @Get()
  @ApiPage(WebhookEndpointRepresentation)
  listWebhookEndpoints(@RequestCaller() caller: Caller, @Query() input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return this.endpoints.list(caller, input);
  }

  /**
   * Read a webhook endpoint
   * @remarks It shows when it last took an event, and since when its attempts fail.
   * @returns The endpoint
   */
  @Get(':endpoint_id')
  getWebhookEndpoint(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<WebhookEndpointRepresentation> {
    return this.endpoints.get(caller, id);
  }

  /**
   * Change a webhook endpoint
   * @remarks Members that are left out stay. Paused, it gets no events; of what happens meanwhile, records.changed comes once for each shop
   * and kind of records when it is enabled again, with the cursor before the first change.
   * @returns The endpoint
   */
  @Patch(':endpoint_id')
  changeWebhookEndpoint(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Body() input: ChangeWebhookEndpointInput,
  ): Promise<WebhookEndpointRepresentation> {
    return this.endpoints.change(caller, id, input);
  }

  /**
   * Delete a webhook endpoint
   * @remarks It gets no event any more. Its deliveries go with it.
   * @returns It is deleted
   */
  @Delete(':endpoint_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteWebhookEndpoint(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<void> {
    return this.endpoints.delete(caller, id);
  }

  /**
   * Replace the secret of a webhook endpoint
   * @remarks For `overlap_seconds` each delivery carries the signatures of both, so that you can change yours at any time within it.
   * @returns The new secret, shown only this once
   */
  @Post(':endpoint_id/rotate-secret')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ required: false, type: RotateWebhookSecretInput })
  rotateWebhookSecret(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Body() { overlap_seconds: overlapSeconds }: RotateWebhookSecretInput,
  ): Promise<RotatedWebhookSecret> {
    return this.endpoints.rotateSecret(caller, id, overlapSeconds);
  }
}
