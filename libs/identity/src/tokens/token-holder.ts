import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemConnectionStatus } from '@sync/domain';
import { BatchedCalls, forAllTenants, prepared } from '@sync/postgres';
import type { Pool, QueryResultRow } from 'pg';
import { isTokenLive, type AccessTokenName } from './access-token.entity';
import { countTokens } from './token-metrics';

/** The connection that an access token belongs to. */
export interface TokenHolder {
  tokenId: string;
  tokenName: AccessTokenName;
  /** The user of the admin API who issued the token. */
  createdBy: string | null;
  connectionId: string;
  /** Null: a plugin started the connection and no tenant has claimed it. */
  tenantId: string | null;
  systemId: string | null;
  status: SystemConnectionStatus;
}

const findHolders = `
  select wanted.place::int, token.id as "tokenId", token.name as "tokenName", token.created_by as "createdBy", connection.id as "connectionId",
    connection.tenant_id as "tenantId", connection.system_id as "systemId", connection.status
  from unnest($1::bytea[]) with ordinality as wanted (hash, place)
  join access_tokens token on token.token_hash = wanted.hash
  join system_connections connection on connection.id = token.system_connection_id and connection.deleted_at is null
  where ${isTokenLive}`;

/**
 * `greatest` keeps the value from going back. Waits for no lock, so that it cannot be one half of a deadlock. Returns the tokens that another
 * transaction has locked.
 */
const recordUses = `
  with unlocked as materialized (select id from access_tokens where id = any($1::uuid[]) for no key update skip locked),
  recorded as (
    update access_tokens token set last_used_at = greatest(last_used_at, clock_timestamp()) from unlocked where token.id = unlocked.id
    returning token.id
  )
  select id from access_tokens where id = any($1::uuid[]) and id not in (select id from recorded)`;

/** A token that is locked for longer was not seen to be used. */
const retries = { max: 20, everyMs: 50 };

const limits = { maxConcurrentBatches: 2, minCallsBesides: 8, maxCalls: 100 };

/**
 * Looks up tokens, and writes when they were last used. Requests that arrive together share a statement, which is for all tenants,
 * whichever request began it.
 */
export class TokenHolders {
  private readonly lookUps: BatchedCalls<Buffer, TokenHolder | undefined>;
  private readonly uses: BatchedCalls<string, void>;

  constructor(private readonly pool: Pool) {
    this.lookUps = new BatchedCalls((hashes) => this.findAll(hashes), limits);
    this.uses = new BatchedCalls((ids) => this.recordAll(ids), limits);
  }

  /** Undefined when the token is unknown, has expired, or its session has ended. */
  async find(hash: Buffer): Promise<TokenHolder | undefined> {
    const holder = await this.lookUps.call(hash);
    if (holder === undefined) countTokens('access', 'refused');
    return holder;
  }

  /** For a request that succeeded: updates last_used_at. */
  recordUse(tokenId: string): Promise<void> {
    countTokens('access', 'used');
    return this.uses.call(tokenId);
  }

  private async findAll(hashes: readonly Buffer[]): Promise<(TokenHolder | undefined)[]> {
    const rows = await this.ask<TokenHolder & { place: number }>(findHolders, [hashes]);
    const found = new Map(rows.map(({ place, ...holder }) => [place, holder]));
    return hashes.map((_, index) => found.get(index + 1));
  }

  /** A token that another transaction has locked is tried again on its own, without those that shared the statement. */
  private async recordAll(ids: readonly string[]): Promise<(Promise<void> | undefined)[]> {
    const locked = new Set((await this.ask<{ id: string }>(recordUses, [ids])).map(({ id }) => id));
    return ids.map((id) => (locked.has(id) ? this.recordLater(id) : undefined));
  }

  private async recordLater(tokenId: string): Promise<void> {
    for (let retry = 0; retry < retries.max; retry += 1) {
      await sleep(retries.everyMs);
      if ((await this.ask(recordUses, [[tokenId]])).length === 0) return;
    }
    throw new Error('The token was locked all the time');
  }

  private async ask<T extends QueryResultRow>(statement: string, values: unknown[]): Promise<T[]> {
    return (await forAllTenants(() => this.pool.query<T>(prepared(statement, values)))).rows;
  }
}
