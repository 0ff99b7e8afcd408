/** What the shop's webhooks came to. */
export interface WebhookCounters {
  /** Unsigned requests, sent when a webhook is made and, until one is answered 200, before each of its deliveries. */
  pings: number;
  /** Deliveries that an event called for. */
  due: number;
  /** Requests sent; more than were due when copies are sent. */
  sent: number;
  /** Answered with what the platform counts as success: 2xx, 301, 302. */
  accepted: number;
  /** Answered with anything else, or not at all. */
  refused: number;
  /** Never sent, as told. */
  lost: number;
  /** By status; `none`: no answer. */
  answers: Record<string, number>;
}

export const noWebhooks = (): WebhookCounters => ({ pings: 0, due: 0, sent: 0, accepted: 0, refused: 0, lost: 0, answers: {} });
