import type { OpenAPIObject } from '@nestjs/swagger';
import { platformHeaders, platformSettings } from '@sync/platforms';
import { problemResponses } from '@sync/service-runtime';

type PathItem = OpenAPIObject['paths'][string];

const headers = platformHeaders(platformSettings((setting) => setting.default));

const header = (name: string, platformHeaders: readonly string[], description: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description: `${description} ${new Intl.ListFormat('en').format(platformHeaders)} are accepted as well.`,
  schema: { type: 'string' },
});

/** The webhook ingress serves this path, but clients see one service. A test compares this description with the ingress. */
export const webhookPaths: Record<string, PathItem> = {
  '/api/webhooks/{connection}': {
    post: {
      operationId: 'receiveWebhook',
      tags: ['Webhooks'],
      summary: 'For shops: report a changed customer, order or product',
      description:
        'Returns 200 once the payload is committed; send it again with the same id after any other response. The signature is checked before anything else: an unknown connection, a missing secret and a wrong signature give the same 401.',
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
          "HMAC-SHA256 of the body's bytes with the webhook_secret of the credentials, in base64 or hex, optionally prefixed with sha256=. One valid signature is required.",
        ),
        header('X-Webhook-Topic', headers.topics, 'customer, order or product, a dot, and created, updated, restored or deleted.'),
        header('X-Webhook-Id', headers.deliveryIds, 'The same for every retry of a delivery: an id with the same body is stored once.'),
      ],
      requestBody: {
        required: true,
        description:
          "The whole record as the platform's API returns it, or only the id of a deleted one, as in the example. The signature covers these bytes.",
        content: {
          'application/json': { schema: { type: 'object' }, examples: { deleted: { summary: 'A deleted record', value: { id: 517 } } } },
        },
      },
      responses: {
        200: {
          description: 'accepted: stored durably, or a copy of a stored delivery. ignored: nothing is stored, and no retry is needed.',
          content: {
            'application/json': {
              schema: { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['accepted', 'ignored'] } } },
              examples: {
                accepted: { summary: 'Stored', value: { status: 'accepted' } },
                ignored: { summary: 'Not needed', value: { status: 'ignored' } },
              },
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
