import { Inject, Injectable, Logger } from '@nestjs/common';
import { noteAcceptedWebhooks, noteRefusedWebhook, standingSeconds, type AcceptedWebhook } from '@sync/domain';
import { systemCapabilities } from '@sync/platforms';
import { BatchedCalls } from '@sync/postgres';
import { loggableError } from '@sync/records';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { deliveryPool, queryPostgres } from '../delivery-pool';

/**
 * Notes which connections' webhooks are right or wrong. A note that fails is lost: the next webhook tries again. What has been noted a
 * moment ago costs no query again.
 */
@Injectable()
export class NoteStandings {
  private readonly logger = new Logger('NoteStandings');
  /** Connection and capability. */
  private readonly accepted = new LRUCache<string, true>({ max: 20_000, ttl: standingSeconds * 1_000 });
  /** Connections of which enough refusals in a row are counted. */
  private readonly refused = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
  private readonly notes = new BatchedCalls<AcceptedWebhook, undefined>((webhooks) => this.noteAll(webhooks), {
    maxConcurrentBatches: 1,
    maxCalls: 500,
  });

  constructor(@Inject(deliveryPool) private readonly pool: Pool) {}

  /** Never rejects. */
  async noteAccepted(connectionId: string, topic: string | null): Promise<void> {
    const capability =
      systemCapabilities.find((name) =>
        topic
          ?.trim()
          .toLowerCase()
          .startsWith(`${name.slice(0, -1)}.`),
      ) ?? null;
    const key = keyOf(connectionId, capability);
    if (this.accepted.has(key)) return;
    this.accepted.set(key, true);
    this.refused.delete(connectionId);
    await this.notes.call({ connectionId, capability });
  }

  /** Never rejects. */
  async noteRefused(connectionId: string): Promise<void> {
    for (const capability of [...systemCapabilities, null]) this.accepted.delete(keyOf(connectionId, capability));
    if (this.refused.has(connectionId)) return;
    try {
      const isEnough = await noteRefusedWebhook(
        async (text, values) => (await queryPostgres(this.pool, { text, values })).rows,
        connectionId,
      );
      if (isEnough) this.refused.set(connectionId, true);
    } catch (error) {
      this.logger.warn({ msg: 'refused webhook not noted', systemConnectionId: connectionId, error: loggableError(error) });
    }
  }

  private async noteAll(webhooks: readonly AcceptedWebhook[]): Promise<undefined[]> {
    try {
      await noteAcceptedWebhooks(async (text, values) => (await queryPostgres(this.pool, { text, values })).rows, webhooks);
    } catch (error) {
      for (const { connectionId, capability } of webhooks) this.accepted.delete(keyOf(connectionId, capability));
      this.logger.warn({ msg: 'accepted webhooks not noted', webhooks: webhooks.length, error: loggableError(error) });
    }
    return webhooks.map(() => undefined);
  }
}

function keyOf(connectionId: string, capability: string | null): string {
  return `${connectionId} ${capability ?? ''}`;
}
