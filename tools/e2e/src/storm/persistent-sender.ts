import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookRequest } from '@sync/demo-shops';
import { deliveryOf, exchange } from '../testing/exchange';

/** One delivery id with one body, sent any number of times. */
export interface AcknowledgedDelivery {
  topic: string;
  sourceId: string;
}

const deadlineMs = 120_000;
const pauseMs = 100;

/** Sends each delivery until it is acknowledged, sometimes as concurrent copies. */
export class PersistentSender {
  private readonly waiting: { request: WebhookRequest; copies: number; done: () => void }[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  /** Deliveries acknowledged with 200 `accepted`, counted once per delivery id and body. */
  readonly acknowledged = new Map<string, AcknowledgedDelivery>();
  /** Other responses by status and body; for requests without a response, the error. */
  readonly others: Record<string, number> = {};
  /** Deliveries not acknowledged in time. */
  readonly givenUp: string[] = [];
  requests = 0;

  constructor(private readonly concurrency: number) {}

  /** Resolves when the delivery is acknowledged or given up. */
  send(request: WebhookRequest, copies = 1): Promise<void> {
    return new Promise((done) => {
      this.waiting.push({ request, copies, done });
      this.sendNext();
    });
  }

  /** Resolves when no request is in flight. */
  async idle(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  private sendNext(): void {
    while (this.waiting.length > 0 && this.inFlight.size < this.concurrency) {
      const [next] = this.waiting.splice(0, 1);
      if (!next) return;
      const copies = Array.from({ length: next.copies }, () => this.untilAcknowledged(next.request));
      const sending = Promise.all(copies).then(() => next.done());
      this.inFlight.add(sending);
      void sending.then(() => {
        this.inFlight.delete(sending);
        this.sendNext();
      });
    }
  }

  private async untilAcknowledged(request: WebhookRequest): Promise<void> {
    const { headers, body } = request;
    for (const end = Date.now() + deadlineMs; Date.now() < end; await sleep(pauseMs)) {
      const response = await this.responseTo(request);
      if (response === '200 {"status":"accepted"}') return this.note(request);
      this.others[response] = (this.others[response] ?? 0) + 1;
    }
    this.givenUp.push(`${headers['X-WC-Webhook-Topic'] ?? ''} ${body.slice(0, 40)}`);
  }

  private note({ headers, body }: WebhookRequest): void {
    const topic = headers['X-WC-Webhook-Topic'] ?? '';
    const sourceId = String((JSON.parse(body) as { id: number }).id);
    const key = createHash('sha256').update(`${headers['X-WC-Webhook-Delivery-ID'] ?? ''} ${body}`);
    this.acknowledged.set(key.digest('base64'), { topic, sourceId });
  }

  private async responseTo(request: WebhookRequest): Promise<string> {
    this.requests += 1;
    try {
      const { status, text } = await exchange(request.url, deliveryOf(request));
      return status === 200 ? `200 ${text}` : String(status);
    } catch {
      return 'none';
    }
  }
}
