import { Injectable, Logger } from '@nestjs/common';
import { eraseFailedWebhook, eraseWaitingWebhook, webhooksNaming, type NamingWebhook, type TaskAttempt } from '@sync/durable-work';
import type { TextScope } from '@sync/postgres';
import { countErased, type PersonToErase } from '@sync/record-store';
import { loggableError } from '@sync/records';
import { DataSource } from 'typeorm';
import { ProcessWebhook } from '../webhooks/process-webhook';

/** Takes a person out of stored webhooks: their bodies go. */
@Injectable()
export class EraseWebhooks {
  private readonly logger = new Logger('EraseWebhooks');

  constructor(
    private readonly dataSource: DataSource,
    private readonly processWebhook: ProcessWebhook,
  ) {}

  async run({ erasureId, address }: PersonToErase, scope: TextScope, attempt: TaskAttempt): Promise<void> {
    for await (const webhook of webhooksNaming(this.dataSource, 'pending', scope, address)) {
      attempt.throwIfInterrupted();
      await this.takeEffect(webhook, attempt);
      await this.eraseBody(erasureId, webhook.id, eraseWaitingWebhook);
    }
    // After the waiting ones: some of them may have failed meanwhile.
    for await (const { id } of webhooksNaming(this.dataSource, 'failed', scope, address)) {
      attempt.throwIfInterrupted();
      await this.eraseBody(erasureId, id, eraseFailedWebhook);
    }
  }

  /**
   * Without its body it could not take effect later. The store keeps the person out, and a webhook may be processed twice. One that fails
   * would have waited; the next sync reads the record.
   */
  private async takeEffect({ id, systemConnectionId, topic, body, receivedAt }: NamingWebhook, attempt: TaskAttempt): Promise<void> {
    const { signal, requestId } = attempt;
    const throwIfInterrupted = () => attempt.throwIfInterrupted();
    const webhook = { connectionId: systemConnectionId, topic, body, receivedAt };
    const now = { taskId: id, requestId, isRetry: false, webhook, signal, throwIfInterrupted, madeProgress: () => undefined };
    try {
      await this.processWebhook.handle({}, { ...now, complete: () => Promise.resolve() });
    } catch (error) {
      attempt.throwIfInterrupted();
      this.logger.warn({ msg: 'webhook without effect before its body is erased', taskId: id, error: loggableError(error) });
    }
  }

  private async eraseBody(erasureId: string, id: string, erase: typeof eraseFailedWebhook): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (await erase(manager, id)) await countErased(manager, erasureId, 'webhooks', 1);
    });
  }
}
