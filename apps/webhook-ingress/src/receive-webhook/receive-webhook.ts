import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { webhookStatuses } from '@sync/domain';
import { OrderedUuids } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import { Backlog } from './backlog';
import type { Delivery } from './delivery-statement';
import { FindSenders, type Sender } from './find-senders';
import { faultOf } from './payload';
import { isPing } from './ping';
import { digestsIn, isSigned } from './signature';
import { StoreDeliveries } from './store-deliveries';
import type { WebhookHeaders } from './webhook-headers';

export interface ReceivedWebhook extends WebhookHeaders {
  /** As it stands in the address; need not be an id. */
  connection: string;
  body: Buffer;
  requestId: string;
}

/** `ignored`: nothing is kept of it. */
export type WebhookOutcome = 'accepted' | 'ignored';

const canonicalId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * How often a webhook of a connection that is just being changed or removed looks whether that is over. Looks are counted, because a
 * process that stalls has not looked meanwhile; where they take long themselves, there is an end all the same.
 */
const mostLooks = 12;
const lookEveryMs = 100;
const longestWaitMs = 4_000;

@Injectable()
export class ReceiveWebhook {
  private readonly taskIds = new OrderedUuids();
  private readonly backlog = new Backlog({ webhooks: 5_000, bytes: 67_108_864 });
  /** So few that to send them to Postgres again and again is nothing to those of others. */
  private readonly held = new Backlog({ webhooks: 200, bytes: 4_194_304 });

  constructor(
    private readonly senders: FindSenders,
    private readonly deliveries: StoreDeliveries,
  ) {}

  /** `accepted` means that the webhook is committed. Throws Problem: the same 401 for everything that is not signed as it should be. */
  async receive(webhook: ReceivedWebhook): Promise<WebhookOutcome> {
    const { body } = webhook;
    if (isPing(body)) return 'ignored';
    this.backlog.enter(body.length);
    try {
      const taskId = this.taskIds.next();
      const guessed = this.deliveryByGuess(webhook, taskId);
      if (guessed !== null && (await this.deliveries.tryToStore(guessed))) return 'accepted';
      return await this.receiveByLookUp(webhook, taskId);
    } finally {
      this.backlog.leave(body.length);
    }
  }

  /**
   * The usual way needs no look-up: what was seen of the connection before is confirmed by the statement that stores. It never
   * refuses anything. Null: look first.
   */
  private deliveryByGuess(webhook: ReceivedWebhook, taskId: string): Delivery | null {
    const sender = this.senders.guess(webhook.connection);
    const isRight = isSigned(webhook.body, secretOf(sender), webhook.signatures);
    return isRight && takes(sender) && faultOf(webhook.body) === null ? deliveryOf(webhook, taskId, sender) : null;
  }

  /** A connection that changed between the look-up and the commit is looked at once more, and so is one that is just being removed, until it is gone or not. */
  private async receiveByLookUp(webhook: ReceivedWebhook, taskId: string): Promise<WebhookOutcome> {
    const outcome = await this.lookAndStore(webhook, taskId);
    if (outcome !== null) return outcome;
    const { length } = webhook.body;
    this.held.enter(length);
    try {
      const end = performance.now() + longestWaitMs;
      for (let look = 0; look < mostLooks && performance.now() < end; look += 1) {
        await pause(lookEveryMs);
        const later = await this.lookAndStore(webhook, taskId);
        if (later !== null) return later;
      }
      throw Problem.unavailable();
    } finally {
      this.held.leave(length);
    }
  }

  /** Null: nothing can be said at this moment. */
  private async lookAndStore(webhook: ReceivedWebhook, taskId: string): Promise<WebhookOutcome | null> {
    const sender = await this.senderOf(webhook);
    if (!isSigned(webhook.body, secretOf(sender), webhook.signatures)) throw refusal();
    if (!takes(sender)) return 'ignored';
    const fault = faultOf(webhook.body);
    if (fault !== null) throw Problem.invalid([{ pointer: '', detail: fault }]);
    return (await this.deliveries.store(deliveryOf(webhook, taskId, sender))) ? 'accepted' : null;
  }

  /** What cannot be right is not looked up. */
  private async senderOf({ connection, signatures }: ReceivedWebhook): Promise<Sender | null> {
    const canBeRight = canonicalId.test(connection) && signatures.some((value) => digestsIn(value).length > 0);
    return canBeRight ? this.senders.find(connection) : null;
  }
}

type TakingSender = Sender & { seal: string };

function takes(sender: Sender | null): sender is TakingSender {
  return sender !== null && sender.seal !== null && webhookStatuses.includes(sender.status);
}

function secretOf(sender: Sender | null): string | null {
  return sender?.secret?.reveal() ?? null;
}

function deliveryOf({ connection, topic, deliveryId, body, requestId }: ReceivedWebhook, taskId: string, sender: TakingSender): Delivery {
  return { taskId, systemConnectionId: connection, seal: sender.seal, topic, deliveryId, body, requestId };
}

function refusal(): Problem {
  return Problem.of('invalid-signature', { headers: { 'WWW-Authenticate': 'HMAC-SHA256' } });
}
