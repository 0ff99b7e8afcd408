import { Injectable, Logger } from '@nestjs/common';
import { isServing } from '@sync/domain';
import {
  eraseWebhookBody,
  UnrecoverableTaskError,
  type ReceivedWebhook,
  type Enqueue,
  type TaskAttempt,
  type TaskHandler,
} from '@sync/durable-work';
import type { RecordChange } from '@sync/integration-contract';
import { parseJson, UnreadableJson } from '@sync/integrations';
import { changedRecordsTopic } from '@sync/platforms';
import type { EntityManager } from 'typeorm';
import { SyncTargets, type SyncTarget } from '../bulk-sync/sync-target';
import { NamedPersons } from '../privacy/named-persons';
import { changedRecords } from './changed-records';
import { StoreChange } from './store-change';
import { countEffect } from './webhook-metrics';

/** Of a failed webhook that an operator retries too late, or that met a quota. */
const bodyErased = 'The body of the webhook was erased after it failed, so it cannot be processed again.';

/** Only such topics are logged: the header may hold any text. */
const plainTopic = /^[a-z_]{1,30}\.[a-z_]{1,30}$/i;

/**
 * Hands a stored webhook to its connection's integration and stores the changes it reports. A message of this service's own plugin needs
 * no integration. Safe to repeat.
 */
@Injectable()
export class ProcessWebhook implements TaskHandler<'process-webhook'> {
  private readonly logger = new Logger('ProcessWebhook');

  constructor(
    private readonly targets: SyncTargets,
    private readonly storeChange: StoreChange,
    private readonly persons: NamedPersons,
  ) {}

  async handle(_payload: Record<string, never>, attempt: TaskAttempt): Promise<void> {
    const { webhook } = attempt;
    if (!webhook) return;
    const target = await this.targets.find(webhook.connectionId);
    // The ingress asked the same; the connection may have ended since.
    if (target && isServing(target.status)) {
      try {
        await this.process(webhook, target, attempt);
      } catch (error) {
        throw asTaskFailure(error);
      }
    }
    countEffect(webhook.receivedAt);
  }

  /** A body that is kept for a retry must not name a person who was erased. */
  async exhausted(
    _payload: Record<string, never>,
    _reason: string,
    manager: EntityManager,
    _enqueue: Enqueue,
    taskId: string,
  ): Promise<void> {
    if (await this.persons.areErasedIn(manager, taskId)) await eraseWebhookBody(manager, taskId);
  }

  private async process({ topic, body, receivedAt }: ReceivedWebhook, target: SyncTarget, attempt: TaskAttempt): Promise<void> {
    if (body === null) throw new UnrecoverableTaskError(bodyErased);
    const { integration, connection } = await this.targets.open(target);
    const origin = { attempt, target, receivedAt, transformer: new (integration.transformerClass())() };
    const payload = { topic, body: parseJson(Buffer.from(body)), receivedAt: receivedAt.toISOString() };
    let changes = 0;
    const onChange = (change: RecordChange) => {
      changes += 1;
      return this.storeChange.run(origin, change);
    };
    if (topic?.trim().toLowerCase() !== changedRecordsTopic) await integration.handleWebhook(connection, payload, onChange);
    else for (const refetch of changedRecords(payload.body)) await onChange(refetch);
    if (changes > 0) return;
    const { requestId, taskId } = attempt;
    const loggedTopic = topic !== null && plainTopic.test(topic) ? topic : null;
    this.logger.log({ msg: 'webhook: about no record', requestId, taskId, connectionId: target.connectionId, topic: loggedTopic });
  }
}

/** No retry can fix a body that is not JSON; a failure of the integration is retried like any other. */
function asTaskFailure(error: unknown): unknown {
  if (error instanceof UnreadableJson) return new UnrecoverableTaskError(`The webhook cannot be read: ${error.message}.`);
  return error;
}
