import { Inject, Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, type SystemConnectionStatus } from '@sync/domain';
import { loggableError, Secret } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { askPostgres, deliveryPool } from '../delivery-pool';
import { GroupedCalls } from '../grouping/grouped-calls';

/** A connection as far as its webhooks go. */
export interface Sender {
  status: SystemConnectionStatus;
  /** Postgres' own hash, of 64 bits, of the credentials as they are stored: what was read from them holds as long as they are these. */
  seal: string | null;
  /** `credentials.webhook_secret`; null when there is none. */
  secret: Secret<string> | null;
}

interface Row {
  id: string;
  status: SystemConnectionStatus;
  credentials: string | null;
  seal: string | null;
}

const find = `
  select id, status, credentials, hashtextextended(credentials, 0) as seal from system_connections where id = any($1::uuid[]) and deleted_at is null`;

@Injectable()
export class FindSenders {
  private readonly logger = new Logger('FindSenders');
  private readonly seen = new LRUCache<string, Sender>({ max: 10_000 });
  private readonly lookUps = new GroupedCalls<string, Sender | null>((ids) => this.findAll(ids), {
    atOnce: 1,
    besides: 1,
    calls: 500,
    size: 500,
    sizeOf: () => 1,
  });

  constructor(
    @Inject(deliveryPool) private readonly pool: Pool,
    private readonly cipher: CredentialsCipher,
  ) {}

  /** As it was at some time, without asking: a guess, which counts for nothing until Postgres confirms its status and credentials. */
  guess(connectionId: string): Sender | null {
    return this.seen.get(connectionId) ?? null;
  }

  /** As it is now. Null: there is no such connection. Rejects with a Problem when Postgres is away. */
  find(connectionId: string): Promise<Sender | null> {
    return this.lookUps.call(connectionId);
  }

  private async findAll(ids: readonly string[]): Promise<(Sender | null)[]> {
    const asked = [...new Set(ids)];
    for (const id of asked) this.seen.delete(id);
    for (const row of await this.rowsOf(asked)) this.seen.set(row.id, this.senderOf(row));
    return ids.map((id) => this.guess(id));
  }

  private async rowsOf(ids: readonly string[]): Promise<Row[]> {
    try {
      return (await askPostgres<Row>(this.pool, { text: find, values: [ids] })).rows;
    } catch (error) {
      this.logger.warn({ msg: 'connections not looked up', error: loggableError(error) });
      throw Problem.unavailable();
    }
  }

  private senderOf(row: Row): Sender {
    return { status: row.status, seal: row.seal, secret: this.secretOf(row) };
  }

  private secretOf({ id, credentials }: Row): Secret<string> | null {
    if (credentials === null) return null;
    try {
      const { webhook_secret: secret } = this.cipher.open(id, credentials).reveal();
      return typeof secret === 'string' && secret !== '' ? new Secret(secret) : null;
    } catch (error) {
      this.logger.error({ msg: 'credentials cannot be opened', systemConnectionId: id, error: loggableError(error) });
      return null;
    }
  }
}
