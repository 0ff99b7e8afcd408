import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { until } from '@sync/test-harness';
import { send, signedDelivery, type Shop } from './webhook-ingress-under-test';

interface Outcome {
  /** The webhook's body is `{"id":<number>}`. */
  number: number;
  /** Null: no complete response. */
  status: number | null;
}

/** Senders that each keep one connection open and send the next webhook as soon as they get a response. */
export class Load {
  readonly outcomes: Outcome[] = [];
  private isOver = false;
  private next = 0;
  /** Distinguishes its deliveries from those of another load. */
  private readonly name = randomUUID();
  private readonly senders: Promise<void>[];

  constructor(
    private readonly url: () => string,
    private readonly shops: readonly Shop[],
    senders = 16,
  ) {
    this.senders = Array.from({ length: senders }, () => this.send());
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.senders);
  }

  /** Resolves after this many more responses of this status. */
  async more(count: number, status = 200): Promise<void> {
    const responded = () => this.outcomes.filter((outcome) => outcome.status === status).length;
    const enough = responded() + count;
    await until(() => responded() >= enough);
  }

  get accepted(): number[] {
    return this.outcomes.filter(({ status }) => status === 200).map(({ number }) => number);
  }

  get statuses(): (number | null)[] {
    return [...new Set(this.outcomes.map(({ status }) => status))].sort();
  }

  private async send(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.isOver) {
      const number = this.next++;
      const shop = this.shops[number % this.shops.length] as Shop;
      const webhook = signedDelivery(shop, JSON.stringify({ id: number }), [['X-Webhook-Id', `${this.name}${number}`]]);
      const status = await send(this.url(), webhook, agent).then(
        (response) => response.status,
        () => null,
      );
      this.outcomes.push({ number, status });
      if (status === null) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    agent.destroy();
  }
}
