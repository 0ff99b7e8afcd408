import type { webhooks } from './api-types';

type EventOf<Webhook> = Webhook extends { post: { requestBody: { content: { 'application/json': infer Event } } } } ? Event : never;

/** What the service sends to a webhook endpoint. `type` says which. */
export type WebhookEvent = EventOf<webhooks[keyof webhooks]>;
