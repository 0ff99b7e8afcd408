import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopEvent } from '../../base/demo-shop';
import { SeededRandom } from '../../base/seeded-random';
import type { ShopCollection } from '../../base/variation';
import {
  deliveryRequest,
  pingRequest,
  post,
  topicsOf,
  webhookTopics,
  type SignedWebhook,
  type WebhookRequest,
  type WebhookTopic,
} from './webhook-request';

/** How the shop sends its webhooks. Default: immediately, once each, in order of the events. */
interface WebhookManners {
  /** Requests in flight. Default 4. */
  atOnce?: number;
  /** Share that is never sent: 0 to 1. */
  lose?: number;
  /** Each delivery is sent between once and this many times, with the same body and delivery id. */
  copies?: number;
  /** Deliveries leave in any order. */
  shuffle?: boolean;
  /** Each delivery waits up to this long before its payload is built. */
  delayMs?: number;
  /** Sends again after a 503, until the response is another. Default false, as on the platform. */
  isPatient?: boolean;
}

export interface NewWebhooks {
  deliveryUrl: string;
  /** Default: the shop's webhook_secret. */
  secret?: string;
  /** Default: every topic. */
  topics?: readonly WebhookTopic[];
}

/** A webhook as the shop shows it: without its secret. */
export interface ShopWebhook {
  id: number;
  topic: WebhookTopic;
  deliveryUrl: string;
  status: 'active' | 'disabled';
  /** Pings before each delivery until a ping gets exactly 200. */
  isPending: boolean;
  failuresInARow: number;
}

export interface WebhookCounters {
  pings: number;
  /** Deliveries that events called for. */
  due: number;
  /** Delivery requests; more than due when copies are sent. */
  sent: number;
  /** Successes in the platform's eyes: 2xx, 301, 302. */
  accepted: number;
  /** Every other response, or none. */
  refused: number;
  /** Dropped on purpose. */
  lost: number;
  /** By status; `none`: no response. */
  responses: Record<string, number>;
}

interface Delivery {
  webhook: ShopWebhook & SignedWebhook;
  resourceId: number;
}

const maxFailuresInARow = 5;
const patientWaitMs = 100;
const randomSeed = 77;

const noCounts = (): WebhookCounters => ({ pings: 0, due: 0, sent: 0, accepted: 0, refused: 0, lost: 0, responses: {} });

function isSuccess(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || status === 301 || status === 302);
}

/** The shop's webhooks: sends each event once, never retries, and disables a webhook after too many failures in a row. */
export class ShopWebhooks {
  private readonly webhooks: (ShopWebhook & SignedWebhook)[] = [];
  private readonly waiting: Delivery[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private manners: WebhookManners = {};
  private random = new SeededRandom(randomSeed);
  private counts = noCounts();
  private nextId = 1;
  private isClosed = false;

  constructor(
    private readonly source: string,
    private readonly ownSecret: string,
    /** Builds the body of a delivery, when it is sent. */
    private readonly payload: (topic: WebhookTopic, resourceId: number) => string,
  ) {}

  get counters(): WebhookCounters {
    return structuredClone(this.counts);
  }

  list(): ShopWebhook[] {
    return this.webhooks.map(({ secret: _secret, ...shown }) => shown);
  }

  /** The shop decides by the same random numbers each time. */
  behave(manners: WebhookManners): void {
    this.manners = manners;
    this.random = new SeededRandom(randomSeed);
  }

  resetCounters(): void {
    this.counts = noCounts();
  }

  /** Creates one webhook for each topic. Resolves when each was pinged, with any response. */
  async create({ deliveryUrl, secret = this.ownSecret, topics = webhookTopics }: NewWebhooks): Promise<ShopWebhook[]> {
    const made = topics.map((topic) => {
      const id = this.nextId++;
      return { id, topic, deliveryUrl, secret, status: 'active', isPending: true, failuresInARow: 0 } satisfies ShopWebhook & SignedWebhook;
    });
    this.webhooks.push(...made);
    await Promise.all(made.map((webhook) => this.ping(webhook)));
    return this.list().filter(({ id }) => made.some((webhook) => webhook.id === id));
  }

  /** Deletes the webhooks that deliver there. */
  remove(deliveryUrl: string): void {
    const kept = this.webhooks.filter((webhook) => webhook.deliveryUrl !== deliveryUrl);
    this.webhooks.splice(0, this.webhooks.length, ...kept);
  }

  /** Sends the event to every active webhook of its topics. */
  happened(collection: ShopCollection, event: ShopEvent, resourceId: number): void {
    for (const topic of topicsOf(collection, event, this.random.chance(0.5))) {
      for (const webhook of this.webhooks) {
        if (webhook.topic !== topic || webhook.status !== 'active') continue;
        this.counts.due += 1;
        this.waiting.push({ webhook, resourceId });
      }
    }
    this.sendNext();
  }

  /** The request that such a webhook would send now. Sends nothing. */
  request({ deliveryUrl, secret = this.ownSecret }: NewWebhooks, topic: WebhookTopic, resourceId: number): WebhookRequest {
    const id = webhookTopics.indexOf(topic) + 1;
    return deliveryRequest({ id, topic, deliveryUrl, secret }, this.source, this.payload(topic, resourceId));
  }

  /** Resolves when no delivery is waiting or in flight. */
  async settled(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  /** Drops the waiting deliveries. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  private sendNext(): void {
    const { atOnce = 4, shuffle = false } = this.manners;
    while (this.waiting.length > 0 && this.inFlight.size < atOnce) {
      const [delivery] = this.waiting.splice(shuffle ? this.random.between(0, this.waiting.length - 1) : 0, 1);
      if (!delivery) return;
      const sending = this.deliver(delivery);
      this.inFlight.add(sending);
      void sending.then(() => {
        this.inFlight.delete(sending);
        this.sendNext();
      });
    }
  }

  private async deliver({ webhook, resourceId }: Delivery): Promise<void> {
    const { lose = 0, delayMs = 0, copies = 1 } = this.manners;
    if (this.random.chance(lose)) {
      this.counts.lost += 1;
      return;
    }
    if (delayMs > 0) await sleep(this.random.between(1, delayMs));
    if (this.isClosed || webhook.status !== 'active') return;
    if (webhook.isPending) await this.ping(webhook);
    const request = deliveryRequest(webhook, this.source, this.payload(webhook.topic, resourceId));
    for (let copy = this.random.between(1, copies); copy > 0; copy -= 1) this.count(webhook, await this.send(request));
  }

  private async send(request: WebhookRequest): Promise<number | null> {
    for (;;) {
      const status = await post(request);
      if (status !== 503 || !this.manners.isPatient || this.isClosed) return status;
      await sleep(patientWaitMs);
    }
  }

  private count(webhook: ShopWebhook, status: number | null): void {
    const response = status ?? 'none';
    this.counts.sent += 1;
    this.counts.responses[response] = (this.counts.responses[response] ?? 0) + 1;
    if (isSuccess(status)) {
      this.counts.accepted += 1;
      webhook.failuresInARow = 0;
      return;
    }
    this.counts.refused += 1;
    webhook.failuresInARow += 1;
    if (webhook.failuresInARow > maxFailuresInARow) webhook.status = 'disabled';
  }

  private async ping(webhook: ShopWebhook & SignedWebhook): Promise<void> {
    this.counts.pings += 1;
    if ((await this.send(pingRequest(webhook))) === 200) webhook.isPending = false;
  }
}
