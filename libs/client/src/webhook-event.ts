export type WebhookEvent = never;
