import { setTimeout as sleep } from 'node:timers/promises';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { countRecords, type RecordCounts } from './count-records';
import { erasePerson, haveWritersEnded, readPlace, type PersonToErase } from './erase-person';
import { ErasureDoor, type AddressHashes } from './erasure-door';
import type { FeedPage } from './feed-page';
import { linkSinceLastPass } from './link-pass';
import { LinkTargets } from './link-targets';
import { PageWriter } from './page-writer';
import { RecordChanges, type ChangeOutcome, type WebhookChange } from './record-changes';
import { countChange } from './record-metrics';
import type { PageCheckpointSql, PageOutcome, RecordPage } from './record-page';
import type { ErasureScope } from './erasures';
import { recordsNaming, type NamingRecord } from './find-named';
import { readStory, type RecordStory } from './record-story';
import { recordText } from './record-text';
import { findShopId, shopOfConnection } from './shops';
import { requireRoom } from './stored-bytes';
import { searchRecords, type FoundRecord, type RecordSearch } from './search-records';
import { readUtcOffset } from './utc-offset';
import { readFeedBatch, readFeedPage, type FeedBatch, type FeedMark, type FeedQuery } from './records-feed';
import { findUnstored, noteUnmappable } from './unmappable-rows';

const isWanted = `stored.shop_id = ${shopOfConnection} and stored.source_id = $2 and stored.feed_position >= 0`;
const recordStatements = Object.fromEntries(
  systemCapabilities.map((capability) => [
    capability,
    `select text::json as record from (${recordText(capability, isWanted, '$1::uuid')}) as one (text)`,
  ]),
) as Record<SystemCapability, string>;

const storyStatements = Object.fromEntries(
  systemCapabilities.map((capability) => [capability, `select story from ${capability} stored where ${isWanted}`]),
) as Record<SystemCapability, string>;

const lookEveryMs = 50;
const maxLooks = 100;

export interface RecordStoreOptions {
  /** Without it no record is written of a tenant that has erased a person. */
  addressHashes?: AddressHashes;
  /** Keep the network addresses and browsers of customers. Default false. */
  keepsClientAddresses?: boolean;
}

/** Stores the records of shops and serves them in the order they were written. */
export class RecordStore {
  private readonly pages: PageWriter;
  private readonly changes: RecordChanges;

  /**
   * Without `checkpoint` only pages without a checkpoint can be written. `maxTenantBytes`: the quota of a tenant without one of its own; 0:
   * no limit.
   */
  constructor(
    private readonly pool: Pool,
    checkpoint?: PageCheckpointSql,
    private readonly maxTenantBytes = 0,
    { addressHashes, keepsClientAddresses = false }: RecordStoreOptions = {},
  ) {
    const targets = new LinkTargets(pool);
    const door = new ErasureDoor(pool, addressHashes);
    this.pages = new PageWriter(pool, targets, door, keepsClientAddresses, checkpoint, maxTenantBytes);
    this.changes = new RecordChanges(pool, targets, door, keepsClientAddresses, maxTenantBytes);
  }

  /**
   * Stores a page and its checkpoint atomically. Unchanged records are not touched and keep their place in the feed.
   * Idempotent, and safe with concurrent writers of the same records. A record that is too large, or has a value that Postgres refuses,
   * is left out; other database errors are rethrown. Throws QuotaUsedUp, with nothing stored, once the tenant may store no more.
   */
  writePage<C extends SystemCapability>(page: RecordPage<C>): Promise<PageOutcome> {
    return this.pages.write(page);
  }

  /** Throws QuotaUsedUp if the tenant of the shop may store no more records. */
  requireRoom(shopId: string): Promise<void> {
    return requireRoom(this.pool, shopId, this.maxTenantBytes);
  }

  /**
   * Stores a webhook's change. Idempotent and independent of processing order: the newest content wins, and so does the latest
   * deletion or restoration. Database errors are rethrown. Throws QuotaUsedUp, with nothing changed, for a new record of a tenant that may
   * store no more. Changes of stored records still take effect, up to a quarter beyond the quota.
   */
  async applyChange(webhook: WebhookChange): Promise<ChangeOutcome> {
    const outcome = await this.changes.apply(webhook);
    countChange(webhook.change.capability, outcome);
    return outcome;
  }

  /**
   * Links orders of a shop to customers and products that were stored after them, 500 orders per transaction. The cost follows
   * what was written since the last call, not what waits.
   * Linked orders move to a new place in the feed; a later import of the same content leaves them untouched.
   */
  linkRecords(shopId: string): Promise<{ orders: number }> {
    return linkSinceLastPass(this.pool, shopId);
  }

  /**
   * The next records of some shops, in the order they were written, at most 8 MiB of them unless one alone is larger. Withholds
   * records that a running writer could still precede.
   */
  readFeed(query: FeedQuery): Promise<FeedPage> {
    return readFeedPage(this.pool, query);
  }

  /** The same as lines with their cursors, up to `maxBytes` of them, or one that alone is larger, with the marks among them. */
  readFeedBatch(query: FeedQuery, lines: { maxBytes: number; marks?: readonly FeedMark[] }): Promise<FeedBatch> {
    return readFeedBatch(this.pool, query, lines);
  }

  /**
   * Takes a person out of every record of the tenant's shops, once writers that may not know of the erasure have ended. Safe to repeat.
   * `betweenParts` may throw to stop. False: such a writer still runs, and nothing was done.
   */
  async erasePerson(person: PersonToErase, betweenParts: () => void): Promise<boolean> {
    const place = await readPlace(this.pool);
    for (let looks = 1; !(await haveWritersEnded(this.pool, place)); looks += 1) {
      if (looks === maxLooks) return false;
      await sleep(lookEveryMs);
      betweenParts();
    }
    await erasePerson(this.pool, person, betweenParts);
    return true;
  }

  /** The records of a tenant that name an address, and the orders of customers that do: a few at a time. `address`: as `plainAddress` writes it. */
  recordsNaming(scope: ErasureScope, address: string): AsyncGenerator<NamingRecord> {
    return recordsNaming(this.pool, scope, address);
  }

  /** The shop that a connection syncs; null: the connection is gone, or a newer one has taken its shop over. */
  findShopId(connectionId: string): Promise<string | null> {
    return findShopId({ query: async (sql, values) => (await this.pool.query(sql, values)).rows as never }, connectionId);
  }

  /** By connection id; one without a shop is left out. At most `max` of each kind are counted. */
  countRecords(connectionIds: readonly string[], max: number): Promise<Map<string, RecordCounts>> {
    return countRecords(this.pool, connectionIds, max);
  }

  /** One record in the form of the feed, also a deleted one; null: none is stored under that id. */
  async findRecord(
    connectionId: string,
    capability: SystemCapability,
    sourceId: string,
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const { rows } = await this.pool.query<{ record: Record<string, unknown> }>(recordStatements[capability], [connectionId, sourceId]);
    return rows[0]?.record ?? null;
  }

  /** What happened to a record, also to a deleted one; null: none is stored under that id. */
  async findStory(connectionId: string, capability: SystemCapability, sourceId: string): Promise<RecordStory | null> {
    const { rows } = await this.pool.query<{ story: string[] | null }>(storyStatements[capability], [connectionId, sourceId]);
    return rows[0] ? readStory(rows[0].story) : null;
  }

  /**
   * The records that a text names, at most `limit` of each kind: an address the customers and orders with it, in any case; an id in the feed
   * its record; any other text the orders of this number.
   */
  search(text: string, search: RecordSearch): Promise<FoundRecord[]> {
    return searchRecords(this.pool, text, search);
  }

  /** Those of the ids under which no live record is stored, apart from rows that are known to be unmappable and were never stored. */
  findUnstored(shopId: string, capability: SystemCapability, sourceIds: readonly string[]): Promise<string[]> {
    return findUnstored(this.pool, shopId, capability, sourceIds);
  }

  /** No record can be made of these rows. At most 10,000 of a shop and kind are remembered. */
  noteUnmappable(shopId: string, capability: SystemCapability, sourceIds: readonly string[]): Promise<void> {
    return noteUnmappable(this.pool, shopId, capability, sourceIds);
  }

  /** A run that began then has read every row: what it did not meet as unmappable is mappable, or gone. */
  async forgetUnmappable(shopId: string, capability: SystemCapability, runBegan: Date): Promise<void> {
    await this.pool.query('delete from unmappable_rows where shop_id = $1 and capability = $2 and noted_at < $3', [
      shopId,
      capability,
      runBegan,
    ]);
  }

  /** False means that the next export is the shop's first of this kind. */
  async hasRecords(shopId: string, capability: SystemCapability): Promise<boolean> {
    const found = await this.pool.query(`select from ${capability} where shop_id = $1 limit 1`, [shopId]);
    return found.rows.length > 0;
  }

  /** Minutes of the shop's clock east of UTC, by its newest record of this kind; null: unknown. */
  readUtcOffset(shopId: string, capability: SystemCapability): Promise<number | null> {
    return readUtcOffset(this.pool, shopId, capability);
  }
}
