import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentContentType } from '@sync/service-runtime';
import { WebhookIngressConfiguration } from '../configuration';
import { ReceiveWebhook, type WebhookOutcome } from './receive-webhook';
import { counted } from './webhook-metrics';
import { headerNames, readWebhookHeaders, type WebhookHeaderNames } from './webhook-headers';

type WebhookRequest = FastifyRequest<{ Params: { connection: string }; Body: Buffer | undefined }>;

const emptyBody = Buffer.alloc(0);

@Controller('api/webhooks')
export class ReceiveWebhookController {
  private readonly names: WebhookHeaderNames;

  constructor(
    private readonly receiveWebhook: ReceiveWebhook,
    configuration: WebhookIngressConfiguration,
  ) {
    this.names = headerNames(configuration.platforms);
  }

  @Post(':connection')
  @HttpCode(200)
  async receive(@Req() request: WebhookRequest): Promise<{ status: WebhookOutcome }> {
    const { params, body = emptyBody, id: requestId, headers } = request;
    const { connection } = params;
    const webhook = { connection, body, contentType: sentContentType(request.raw), requestId, ...readWebhookHeaders(headers, this.names) };
    return { status: await counted(this.receiveWebhook.receive(webhook)) };
  }
}
