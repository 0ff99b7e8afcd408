import type { OpenAPIObject } from '@nestjs/swagger';
import { callerEventTypes, type CallerEventType } from '@sync/caller-webhooks';
import { exampleRun, type Schemas } from '@sync/http-api';
import { systemCapabilities } from '@sync/records';
import { ref } from '../records/record-schemas';

type PathItem = OpenAPIObject['paths'][string];
type Schema = Schemas[string];

const uuid = { type: 'string', format: 'uuid' } as const;
const connectionId = '01981c2e-4a10-7c3d-9b1e-5a2f6c8d7e01';

const objectOf = (properties: Record<string, Schema>): Schema => ({ type: 'object', required: Object.keys(properties), properties });

interface DescribedEvent {
  summary: string;
  description: string;
  data: Schema;
  example: object;
}

const events: Record<CallerEventType, DescribedEvent> = {
  'connection.status_changed': {
    summary: 'A connection of your company has another status',
    description: 'Within a second: a link that broke, one that works again, a new or an ended one.',
    data: objectOf({
      connection_id: uuid,
      old_status: { type: 'string', nullable: true, description: 'Null: the connection is new.' },
      new_status: { type: 'string', description: 'As in the list of connections, or deleted.' },
      reason: { type: 'string', description: 'What moved it, as in its timeline.' },
    }),
    example: { connection_id: connectionId, old_status: 'active', new_status: 'error', reason: 'breaker opened' },
  },
  'sync_run.finished': {
    summary: 'A sync run has ended',
    description: 'It succeeded, failed or was cancelled.',
    data: objectOf({ connection_id: uuid, run: ref('SyncRunRepresentation') }),
    example: { connection_id: connectionId, run: exampleRun },
  },
  'records.changed': {
    summary: 'The records feed has changes',
    description:
      'A hint: read the feed of `type` with `source_connection_id` from `cursor`, and you see every change that it stands for. There is one undelivered hint per endpoint, shop and kind of records at most, so that thousands of changes are a few calls.',
    data: objectOf({
      type: { type: 'string', enum: [...systemCapabilities] },
      source_connection_id: uuid,
      cursor: { type: 'string', description: 'Valid together with that `source_connection_id`.' },
      changes: { type: 'integer', minimum: 1, description: 'How often records changed. One record may have changed more than once.' },
    }),
    example: { type: 'orders', source_connection_id: connectionId, cursor: 'WyJvcmRlcnMiLCI3MzEiXQ', changes: 17 },
  },
  'configuration.saved': {
    summary: 'The settings of a connection were saved',
    description: 'By the widget, the panel or a caller.',
    data: objectOf({ connection_id: uuid }),
    example: { connection_id: connectionId },
  },
  'person.erased': {
    summary: 'A person was erased',
    description: 'The erasure that you or the shop asked for is done.',
    data: objectOf({ erasure_id: uuid }),
    example: { erasure_id: '01981c2e-4a17-7e43-8f50-8d9b2c3e4f50' },
  },
  'endpoint.test': {
    summary: 'A test of an endpoint',
    description: 'You asked for it.',
    data: { type: 'object' },
    example: {},
  },
};

const nameOf = (type: string) => type.replace(/(^|[._])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase()) + 'Event';

/** The body of each event. */
export const callerEventSchemas: Schemas = Object.fromEntries(
  callerEventTypes.map((type) => [
    nameOf(type),
    objectOf({
      type: { type: 'string', enum: [type] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: events[type].data,
    }),
  ]),
);

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
});

/** What this service sends to the webhook endpoints of callers. */
export const callerWebhooks: Record<string, PathItem> = Object.fromEntries(
  callerEventTypes.map((type) => [
    type,
    {
      post: {
        operationId: nameOf(type).replace(/^./, (letter) => letter.toLowerCase()),
        tags: ['Webhook endpoints'],
        summary: events[type].summary,
        description: events[type].description,
        security: [],
        parameters: [
          header('webhook-id', 'The id of the delivery, the same at every attempt: process each once.'),
          header('webhook-timestamp', 'Of this attempt, in seconds since 1970.'),
          header('webhook-signature', 'Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced.'),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref(nameOf(type)),
              examples: {
                event: {
                  summary: events[type].summary,
                  value: { type, timestamp: '2026-01-06T06:00:09.000Z', data: events[type].example },
                },
              },
            },
          },
        },
        responses: {
          '2XX': { description: 'Taken. Respond within 15 seconds, and work afterwards.' },
          410: { description: 'The endpoint is disabled at once.' },
          default: { description: 'Sent again later. `Retry-After` of 429 and 503 counts, up to a day.' },
        },
      },
    },
  ]),
);
