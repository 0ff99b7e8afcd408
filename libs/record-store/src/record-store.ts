import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { isMissingConnection, isRefusedValue, retryConflicts } from './database-errors';
import { allCandidates, findCandidates } from './differing-rows';
import { linkAllOrders } from './link-records';
import { LinkTargets } from './link-targets';
import { toPageLines } from './page-lines';
import { toPageRows, type PageRow } from './page-rows';
import { findRefused, pageStatements, writeLines, type PageLine, type PageStatements } from './page-writer';
import { RecordChanges, type ChangeOutcome, type WebhookChange } from './record-changes';
import type { PageCheckpointSql, PageOutcome, RecordPage } from './record-page';
import { readFeedPage, type FeedPage, type FeedQuestion } from './records-feed';

/** Stores the records of shops and serves them in the order in which they were written. */
export class RecordStore {
  private readonly linkTargets: LinkTargets;
  private readonly changes: RecordChanges;

  private readonly statements: PageStatements;

  /** Without `checkpoint` only pages without a checkpoint can be written. */
  constructor(
    private readonly pool: Pool,
    checkpoint?: PageCheckpointSql,
  ) {
    this.statements = pageStatements(checkpoint);
    this.linkTargets = new LinkTargets(pool);
    this.changes = new RecordChanges(pool, this.linkTargets);
  }

  /**
   * Stores a page with its checkpoint: both or neither. Records that are stored like this already are not touched and keep
   * their place in the feed. Safe to repeat, and safe with several writers of the same records.
   * Throws what Postgres throws when it is away; a value that it refuses only costs the record that holds it.
   */
  async writePage<C extends SystemCapability>(page: RecordPage<C>): Promise<PageOutcome> {
    const rows: PageRow[] = toPageRows(page.capability, page.records);
    try {
      return await retryConflicts(() => this.write(page, rows));
    } catch (error) {
      if (isMissingConnection(error)) {
        return { written: 0, unchanged: 0, rejected: [], applied: false };
      }
      throw error;
    }
  }

  /**
   * Stores what a webhook says of a record. Safe to repeat, and the result does not depend on the order in which webhooks of a
   * record are applied: the newest content counts, and the last of deletion and restoring. Throws what Postgres throws when it is away.
   */
  applyChange(change: WebhookChange): Promise<ChangeOutcome> {
    return this.changes.apply(change);
  }

  /**
   * Links orders of a connection to customers and products that were stored after them, 500 orders a transaction.
   * Linked orders get a new place in the feed; importing them again unchanged does not write them again.
   */
  linkRecords(connectionId: string): Promise<{ orders: number }> {
    return linkAllOrders(this.pool, connectionId);
  }

  /** The next records of some connections, oldest writing first. Only what no transaction still running could precede is shown. */
  readFeed(question: FeedQuestion): Promise<FeedPage> {
    return readFeedPage(this.pool, question);
  }

  /** Records of a connection by capability, those marked deleted left out. */
  async countRecords(connectionId: string): Promise<Record<SystemCapability, number>> {
    const counts = await this.pool.query<Record<SystemCapability, number>>(
      `select
         (select count(*)::int from customers where system_connection_id = $1 and deleted_at is null) as customers,
         (select count(*)::int from products where system_connection_id = $1 and deleted_at is null) as products,
         (select count(*)::int from orders where system_connection_id = $1 and deleted_at is null) as orders`,
      [connectionId],
    );
    return counts.rows[0] ?? { customers: 0, products: 0, orders: 0 };
  }

  /** Whether anything of this kind was ever stored for the connection: tells a first export. */
  async hasRecords(connectionId: string, capability: SystemCapability): Promise<boolean> {
    const found = await this.pool.query(`select from ${capability} where system_connection_id = $1 limit 1`, [connectionId]);
    return found.rows.length > 0;
  }

  private async write(page: RecordPage, rows: PageRow[]): Promise<PageOutcome> {
    const lines = await this.toLines(page, rows);
    try {
      const { written, applied } = await writeLines(this.pool, this.statements, page, lines);
      return { written, unchanged: applied ? rows.length - written : 0, rejected: [], applied };
    } catch (error) {
      if (!isRefusedValue(error)) {
        throw error;
      }
      return this.writeWithoutRefused(page, rows, lines, error);
    }
  }

  private async writeWithoutRefused(page: RecordPage, rows: PageRow[], lines: PageLine[], cause: unknown): Promise<PageOutcome> {
    const rejected = await findRefused(this.pool, this.statements, page, lines);
    if (rejected.length === 0) {
      throw cause;
    }
    const refused = new Set(rejected.map(({ sourceId }) => sourceId));
    const checkpoint = page.checkpoint && { ...page.checkpoint, skipped: page.checkpoint.skipped + rejected.length };
    const rest = lines.filter(({ sourceId }) => !refused.has(sourceId));
    const { written, applied } = await writeLines(this.pool, this.statements, { ...page, checkpoint }, rest);
    return applied
      ? { written, unchanged: rows.length - written - rejected.length, rejected, applied }
      : { written: 0, unchanged: 0, rejected: [], applied };
  }

  private async toLines({ systemConnectionId, capability, firstExport }: RecordPage, rows: PageRow[]): Promise<PageLine[]> {
    if (rows.length === 0) {
      return [];
    }
    const candidates = firstExport ? allCandidates(rows) : await findCandidates(this.pool, systemConnectionId, capability, rows);
    return toPageLines(this.linkTargets, systemConnectionId, capability, candidates);
  }
}
