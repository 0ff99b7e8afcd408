import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ChangeWebhookEndpoints, findWebhookEndpoint, listWebhookEndpoints } from '@sync/caller-webhooks';
import {
  ApiPage,
  IdInPath,
  pageById,
  PageInput,
  presentWebhookEndpoint,
  translateRefusal,
  uuidShape,
  WebhookEndpointRepresentation,
  type Page,
} from '@sync/http-api';
import { ApiProblems, Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { ChangeWebhookEndpointInput, CreateWebhookEndpointInput, RotateWebhookSecretInput, valuesOf } from './webhook-endpoint-input';
import { NewWebhookEndpoint, RotatedWebhookSecret } from './webhook-endpoint-representation';

export const ownerOf = (caller: Caller) => ({ tenantId: tenantOf(caller), connectionId: caller.connectionId });

export function noSuchEndpoint(): Problem {
  return new Problem('not-found', 'This webhook endpoint does not exist.');
}

/** Where the caller wants to hear of events. */
@ApiTags('Webhook endpoints')
@RequiresBearer('webhook endpoints', 'active')
@Controller('api/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: ChangeWebhookEndpoints,
  ) {}

  /**
   * Create a webhook endpoint
   * @remarks From now on it gets events, signed with the secret by [Standard Webhooks](https://www.standardwebhooks.com). A connection may
   * have 20 endpoints: 409.
   * @returns The endpoint, with its secret, shown only this once
   */
  @Post()
  @ApiProblems('conflict')
  async createWebhookEndpoint(@RequestCaller() caller: Caller, @Body() input: CreateWebhookEndpointInput): Promise<NewWebhookEndpoint> {
    const { endpoint, secret } = await refused(this.endpoints.create(ownerOf(caller), valuesOf(input)));
    return { ...presentWebhookEndpoint(endpoint), secret };
  }

  /**
   * List the webhook endpoints of the caller's connection
   * @remarks Newest first.
   */
  @Get()
  @ApiPage(WebhookEndpointRepresentation)
  listWebhookEndpoints(@RequestCaller() { connectionId }: Caller, @Query() input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return pageById(
      'webhook-endpoints',
      input,
      (place) => listWebhookEndpoints(this.dataSource, connectionId, place),
      (endpoints) => endpoints.map(presentWebhookEndpoint),
    );
  }

  /**
   * Read a webhook endpoint
   * @remarks It shows when it last took an event, and since when its attempts fail.
   * @returns The endpoint
   */
  @Get(':endpoint_id')
  async getWebhookEndpoint(
    @RequestCaller() { connectionId }: Caller,
    @IdInPath('endpoint_id') id: string,
  ): Promise<WebhookEndpointRepresentation> {
    return present(uuidShape.test(id) ? await findWebhookEndpoint(this.dataSource, connectionId, id) : null);
  }

  /**
   * Change a webhook endpoint
   * @remarks Members that are left out stay. Paused, it gets no events; of what happens meanwhile, records.changed comes once for each shop
   * and kind of records when it is enabled again, with the cursor before the first change.
   * @returns The endpoint
   */
  @Patch(':endpoint_id')
  async changeWebhookEndpoint(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Body() input: ChangeWebhookEndpointInput,
  ): Promise<WebhookEndpointRepresentation> {
    return present(uuidShape.test(id) ? await refused(this.endpoints.change(ownerOf(caller), id, valuesOf(input))) : null);
  }

  /**
   * Delete a webhook endpoint
   * @remarks It gets no event any more. Its deliveries go with it.
   * @returns It is deleted
   */
  @Delete(':endpoint_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async deleteWebhookEndpoint(@RequestCaller() caller: Caller, @IdInPath('endpoint_id') id: string): Promise<void> {
    if (!uuidShape.test(id) || !(await this.endpoints.delete(ownerOf(caller), id))) throw noSuchEndpoint();
  }

  /**
   * Replace the secret of a webhook endpoint
   * @remarks For `overlap_seconds` each delivery carries the signatures of both, so that you can change yours at any time within it.
   * @returns The new secret, shown only this once
   */
  @Post(':endpoint_id/rotate-secret')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ required: false, type: RotateWebhookSecretInput })
  async rotateWebhookSecret(
    @RequestCaller() caller: Caller,
    @IdInPath('endpoint_id') id: string,
    @Body() { overlap_seconds: overlapSeconds }: RotateWebhookSecretInput,
  ): Promise<RotatedWebhookSecret> {
    const secret = uuidShape.test(id) ? await this.endpoints.rotateSecret(ownerOf(caller), id, overlapSeconds) : null;
    if (secret === null) throw noSuchEndpoint();
    return { secret };
  }
}

function present(endpoint: Parameters<typeof presentWebhookEndpoint>[0] | null): WebhookEndpointRepresentation {
  if (!endpoint) throw noSuchEndpoint();
  return presentWebhookEndpoint(endpoint);
}

async function refused<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw translateRefusal(error);
  }
}
