import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopCollection } from '../data/shop-setup';
import { noWebhooks, type WebhookCounters } from './webhook-counters';
import { MannersInForce, type WebhookManners } from './webhook-manners';
import { deliveryRequest, pingRequest, post, type SignedWebhook, type WebhookRequest } from './webhook-request';
import { topicsOf, webhookTopics, type ShopEvent, type WebhookTopic } from './webhook-topics';

export interface NewWebhooks {
  deliveryUrl: string;
  /** The shop's webhook_secret when left out. */
  secret?: string;
  /** Every topic when left out. */
  topics?: readonly WebhookTopic[];
}

/** A webhook as the shop shows it: without its secret. */
export interface ShopWebhook {
  id: number;
  topic: WebhookTopic;
  deliveryUrl: string;
  status: 'active' | 'disabled';
  /** Until a ping is answered with exactly 200, one more goes before each delivery. */
  isPending: boolean;
  failuresInARow: number;
}

/** One request and what became of it. */
export interface SentWebhook {
  topic: WebhookTopic;
  resourceId: number;
  request: WebhookRequest;
  /** Null: no answer. */
  status: number | null;
}

interface Delivery {
  webhook: ShopWebhook & SignedWebhook;
  resourceId: number;
}

const mostFailuresInARow = 5;
const patientWaitMs = 100;

export function isSuccess(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || status === 301 || status === 302);
}

/** The shop's webhooks: each event goes out once, is never sent again, and a webhook that is refused too often is switched off. */
export class ShopWebhooks {
  private readonly webhooks: (ShopWebhook & SignedWebhook)[] = [];
  private readonly waiting: Delivery[] = [];
  private readonly under = new Set<Promise<void>>();
  private manners = new MannersInForce({});
  private counted = noWebhooks();
  private nextId = 1;
  private isClosed = false;
  /** Told of each request that was answered, or not. */
  onSent: (sent: SentWebhook) => void = () => undefined;

  constructor(
    private readonly source: string,
    private readonly ownSecret: string,
    /** The body of a delivery, made when it is sent. */
    private readonly payload: (topic: WebhookTopic, resourceId: number) => string,
  ) {}

  get counters(): WebhookCounters {
    return structuredClone(this.counted);
  }

  list(): ShopWebhook[] {
    return this.webhooks.map(({ secret: _secret, ...shown }) => shown);
  }

  behave(manners: WebhookManners): void {
    this.manners = new MannersInForce(manners);
  }

  resetCounters(): void {
    this.counted = noWebhooks();
  }

  /** One webhook for each topic. Resolves when each has been pinged, whatever the answer. */
  async create({ deliveryUrl, secret = this.ownSecret, topics = webhookTopics }: NewWebhooks): Promise<ShopWebhook[]> {
    const made = topics.map((topic) => {
      const id = this.nextId++;
      return { id, topic, deliveryUrl, secret, status: 'active', isPending: true, failuresInARow: 0 } satisfies ShopWebhook & SignedWebhook;
    });
    this.webhooks.push(...made);
    await Promise.all(made.map((webhook) => this.ping(webhook)));
    return this.list().filter(({ id }) => made.some((webhook) => webhook.id === id));
  }

  /** Takes away those that deliver there. */
  remove(deliveryUrl: string): void {
    const kept = this.webhooks.filter((webhook) => webhook.deliveryUrl !== deliveryUrl);
    this.webhooks.splice(0, this.webhooks.length, ...kept);
  }

  /** Tells every webhook of the topics that the event has. */
  happened(collection: ShopCollection, event: ShopEvent, resourceId: number): void {
    for (const topic of topicsOf(collection, event, this.manners.updatedFirst())) {
      for (const webhook of this.webhooks) {
        if (webhook.topic !== topic || webhook.status !== 'active') continue;
        this.counted.due += 1;
        this.waiting.push({ webhook, resourceId });
      }
    }
    this.sendNext();
  }

  /** The request that a webhook of the shop would send now; nothing is sent. */
  request(webhook: NewWebhooks, topic: WebhookTopic, resourceId: number): WebhookRequest {
    const { deliveryUrl, secret = this.ownSecret } = webhook;
    const id = webhookTopics.indexOf(topic) + 1;
    return deliveryRequest({ id, topic, deliveryUrl, secret }, this.source, this.payload(topic, resourceId));
  }

  /** Resolves when nothing waits to be sent or answered. */
  async settled(): Promise<void> {
    while (this.under.size > 0) await Promise.all(this.under);
  }

  /** What waits is not sent any more. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  private sendNext(): void {
    while (this.waiting.length > 0 && this.under.size < this.manners.atOnce) {
      const [delivery] = this.waiting.splice(this.manners.next(this.waiting.length), 1);
      if (!delivery) return;
      const sending = this.deliver(delivery);
      this.under.add(sending);
      void sending.then(() => {
        this.under.delete(sending);
        this.sendNext();
      });
    }
  }

  private async deliver({ webhook, resourceId }: Delivery): Promise<void> {
    if (this.manners.isLost()) {
      this.counted.lost += 1;
      return;
    }
    const waitMs = this.manners.waitMs();
    if (waitMs > 0) await sleep(waitMs);
    if (this.isClosed || webhook.status !== 'active') return;
    if (webhook.isPending) await this.ping(webhook);
    const request = deliveryRequest(webhook, this.source, this.payload(webhook.topic, resourceId));
    for (let copy = this.manners.copies(); copy > 0; copy -= 1) {
      const status = await this.send(request);
      this.count(webhook, status);
      this.onSent({ topic: webhook.topic, resourceId, request, status });
    }
  }

  /** Status of the answer; null: no answer. */
  private async send(request: WebhookRequest): Promise<number | null> {
    for (;;) {
      const status = await post(request);
      if (status !== 503 || !this.manners.isPatient || this.isClosed) return status;
      await sleep(patientWaitMs);
    }
  }

  private count(webhook: ShopWebhook, status: number | null): void {
    const answer = status ?? 'none';
    this.counted.sent += 1;
    this.counted.answers[answer] = (this.counted.answers[answer] ?? 0) + 1;
    if (isSuccess(status)) {
      this.counted.accepted += 1;
      webhook.failuresInARow = 0;
      return;
    }
    this.counted.refused += 1;
    webhook.failuresInARow += 1;
    if (webhook.failuresInARow > mostFailuresInARow) webhook.status = 'disabled';
  }

  private async ping(webhook: ShopWebhook & SignedWebhook): Promise<void> {
    this.counted.pings += 1;
    if ((await this.send(pingRequest(webhook))) === 200) webhook.isPending = false;
  }
}
