import { Inject, Injectable, Logger } from '@nestjs/common';
import { noteCopyOfShop } from '@sync/domain';
import { loggableError } from '@sync/records';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { deliveryPool, queryPostgres } from '../delivery-pool';

/** Says in the timelines of connections that copies of their shops send webhooks. */
@Injectable()
export class NoteCopies {
  private readonly logger = new Logger('NoteCopies');
  /** Connection and day. Postgres keeps one note a day; this saves the query of every further webhook. */
  private readonly noted = new LRUCache<string, true>({ max: 10_000 });

  constructor(@Inject(deliveryPool) private readonly pool: Pool) {}

  /** Never rejects: the next webhook of the copy tries again. */
  async note(connectionId: string): Promise<void> {
    const key = `${connectionId} ${new Date().toISOString().slice(0, 10)}`;
    if (this.noted.has(key)) return;
    this.noted.set(key, true);
    try {
      await noteCopyOfShop(async (text, values) => (await queryPostgres(this.pool, { text, values })).rows, connectionId);
    } catch (error) {
      this.noted.delete(key);
      this.logger.warn({ msg: 'copy of a shop not noted', systemConnectionId: connectionId, error: loggableError(error) });
    }
  }
}
