import { Injectable } from '@nestjs/common';
import { ShopCallLog } from '@sync/domain';
import { webhookTopics } from '@sync/platforms';
import { Problem } from '@sync/service-runtime';
import { Senders } from './senders';

interface Webhook {
  /** From the path; need not be an id. */
  connection: string;
  topic: string | null;
  body: Buffer;
}

/** Notes for support what became of the webhooks of a connection. Those that name no connection are only counted. */
@Injectable()
export class NoteCalls {
  constructor(
    private readonly log: ShopCallLog,
    private readonly senders: Senders,
  ) {}

  /** Passes the result on. */
  async noted<R extends string>(webhook: Webhook, result: Promise<R>): Promise<R> {
    const startedAt = performance.now();
    try {
      const became = await result;
      this.note(webhook, became, startedAt);
      return became;
    } catch (error) {
      this.note(webhook, error instanceof Problem ? error.kind : 'internal-error', startedAt);
      throw error;
    }
  }

  private note({ connection: connectionId, topic, body }: Webhook, outcome: string, startedAt: number): void {
    if (!this.senders.cached(connectionId)) return;
    const known = topic?.trim().toLowerCase() ?? '';
    this.log.note('from_shop', {
      connectionId,
      // The topic of a forged webhook is text of a stranger.
      what: webhookTopics.has(known) ? known : null,
      outcome,
      hasFailed: outcome !== 'accepted',
      tookMs: Math.round(performance.now() - startedAt),
      bytes: body.length,
    });
  }
}
