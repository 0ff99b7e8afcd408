import { Inject, Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, KeyRingCheck } from '@sync/credentials';
import type { SystemConnectionStatus } from '@sync/domain';
import { credentialsHash } from '@sync/durable-work';
import { BatchedCalls } from '@sync/postgres';
import { loggableError, Secret } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { deliveryPool, queryPostgres } from '../delivery-pool';
import { placeOf } from './place-of-shop';

/** What an incoming webhook needs to know of its connection. */
export interface Sender {
  status: SystemConnectionStatus;
  /** Of the credentials the secret was read from. */
  credentialsHash: string | null;
  /** `credentials.webhook_secret`; null when there is none. */
  secret: Secret<string> | null;
  /** The credentials did not open. */
  isUnreadable: boolean;
  /** Of the shop; null: unknown. */
  place: string | null;
}

interface Row extends Pick<Sender, 'status' | 'credentialsHash'> {
  id: string;
  address: string | null;
  credentials: string | null;
}

const text = `
  select id, status, credentials, coalesce(store_base, base_url) as address, ${credentialsHash} as "credentialsHash" from system_connections
  where id = any($1::uuid[]) and deleted_at is null`;

@Injectable()
export class Senders {
  private readonly logger = new Logger('Senders');
  private readonly cache = new LRUCache<string, Sender>({ max: 10_000 });
  private readonly loads = new BatchedCalls<string, Sender | null>((ids) => this.loadAll(ids), {
    maxConcurrentBatches: 1,
    maxCalls: 500,
  });

  constructor(
    @Inject(deliveryPool) private readonly pool: Pool,
    private readonly cipher: CredentialsCipher,
    private readonly keys: KeyRingCheck,
  ) {}

  /** As last loaded. It may be stale, so nothing may be refused because of it, and the insert checks it again. */
  cached(connectionId: string): Sender | null {
    return this.cache.get(connectionId) ?? null;
  }

  /** As it is now; null: no such connection. Rejects with a Problem when Postgres is unavailable. */
  load(connectionId: string): Promise<Sender | null> {
    return this.loads.call(connectionId);
  }

  /** False while an encryption key is missing or another one: then nothing may be refused for its signature. */
  canTell(): Promise<boolean> {
    return this.keys.areUsable();
  }

  private async loadAll(ids: readonly string[]): Promise<(Sender | null)[]> {
    for (const id of ids) this.cache.delete(id);
    const rows = await this.rowsOf(ids);
    for (const row of rows) this.cache.set(row.id, this.senderOf(row));
    if (rows.some(({ id }) => this.cached(id)?.isUnreadable)) await this.keys.lookAgain();
    return ids.map((id) => this.cached(id));
  }

  private async rowsOf(ids: readonly string[]): Promise<Row[]> {
    try {
      return (await queryPostgres<Row>(this.pool, { text, values: [ids] })).rows;
    } catch (error) {
      this.logger.warn({ msg: 'senders not loaded', error: loggableError(error) });
      throw Problem.unavailable();
    }
  }

  private senderOf({ id, credentials, address, ...known }: Row): Sender {
    const row = { ...known, place: placeOf(address) };
    if (credentials === null) return { ...row, secret: null, isUnreadable: false };
    try {
      const { webhook_secret: secret } = this.cipher.open(id, credentials).reveal();
      return { ...row, secret: typeof secret === 'string' && secret !== '' ? new Secret(secret) : null, isUnreadable: false };
    } catch (error) {
      this.logger.error({ msg: 'credentials cannot be opened', systemConnectionId: id, error: loggableError(error) });
      return { ...row, secret: null, isUnreadable: true };
    }
  }
}
