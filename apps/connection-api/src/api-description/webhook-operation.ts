import type { OpenAPIObject } from '@nestjs/swagger';
import { platformHeaders, platformSettings } from '@sync/platforms';
import { problemResponses } from '@sync/service-runtime';

type PathItem = OpenAPIObject['paths'][string];

const headers = platformHeaders(platformSettings((setting) => setting.default));

const header = (name: string, platformHeaders: readonly string[], description: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description: `${description} ${new Intl.ListFormat('en').format(platformHeaders)} are read, too.`,
  schema: { type: 'string' },
});

/** Another app answers here; to the rest of the world it is one service. What is said is tested against that app. */
export const webhookPaths: Record<string, PathItem> = {
  '/api/webhooks/{connection}': {
    post: {
      operationId: 'receiveWebhook',
      tags: ['Webhooks'],
      summary: 'For shops: tell that a customer, order or product has changed',
      security: [],
      parameters: [
        {
          name: 'connection',
          in: 'path',
          required: true,
          description: 'Id of the connection, in lower case.',
          schema: { type: 'string', format: 'uuid' },
        },
        header(
          'X-Webhook-Signature',
          headers.signatures,
          "HMAC-SHA256 of the body's bytes with the webhook_secret of the credentials, in base64 or hex, with or without sha256= before it. One that is right is needed.",
        ),
        header('X-Webhook-Topic', headers.topics, 'customer, order or product, a dot, and created, updated, restored or deleted.'),
        header(
          'X-Webhook-Id',
          headers.deliveryIds,
          'The same for each repetition of one delivery: the same id with the same body is taken once.',
        ),
      ],
      requestBody: {
        required: true,
        description: "The whole record as the platform's API shows it; of a deleted one, as here, its id. Its bytes are what is signed.",
        content: {
          'application/json': { schema: {}, example: { id: 517 } },
        },
      },
      responses: {
        200: {
          description: 'accepted: kept for good, or a copy of what is. ignored: nothing is kept of it, and nothing needs to be done.',
          content: {
            'application/json': {
              schema: { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['accepted', 'ignored'] } } },
            },
          },
        },
        ...problemResponses(
          'invalid-signature',
          'request-timeout',
          'payload-too-large',
          'unsupported-media-type',
          'validation-failed',
          'service-unavailable',
        ),
      },
    },
  },
};
