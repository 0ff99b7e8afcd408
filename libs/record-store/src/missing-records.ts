import { retryOnConflict } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { isMissingShop } from './database-errors';
import { compareStatement, deleteDueStatement, forgetListed, type ListedKeysSql } from './missing-statements';
import { countDeleted } from './record-metrics';

/** A complete list against what is stored of the same kind. */
export interface ListComparison {
  /** Records that are stored and not deleted. */
  live: number;
  /** Those of them that this list was the second in a row to miss. */
  due: number;
}

/** A run whose list was complete. */
interface ComparedRun {
  id: string;
  capability: SystemCapability;
}

const batchSize = 1_000;

/**
 * Finds the records that are gone from a shop, and marks them as deleted like a webhook does. A record is due once two complete lists in
 * a row did not show it that began at least a minute apart, unless it was written meanwhile.
 */
export class MissingRecords {
  constructor(
    private readonly pool: Pool,
    private readonly sql: ListedKeysSql,
  ) {}

  /** Notes what the run's list misses, and forgets what it shows again. Safe to repeat. Null: the run or its connection has ended. */
  async compare({ id, capability }: ComparedRun): Promise<ListComparison | null> {
    try {
      const statement = compareStatement(capability, this.sql);
      const { rows } = await retryOnConflict(() =>
        this.pool.query<ListComparison & { began: string | null; shopId: string | null }>(statement, [id]),
      );
      const [{ began, shopId, ...comparison } = { began: null, shopId: null, live: 0, due: 0 }] = rows;
      if (began === null) return null;
      await retryOnConflict(() => this.pool.query(forgetListed, [shopId, capability, began]));
      return comparison;
    } catch (error) {
      if (isMissingShop(error)) return null;
      throw error;
    }
  }

  /**
   * Marks the next thousand records as deleted that are due by the run, except those that were written since it compared its list. Each
   * call is a transaction. Returns how many were left before; 0: none.
   */
  async deleteDue({ id, capability }: ComparedRun): Promise<number> {
    const statement = deleteDueStatement(capability, this.sql);
    const { rows } = await retryOnConflict(() => this.pool.query<{ seen: number; deleted: number }>(statement, [id, batchSize]));
    const [{ seen, deleted } = { seen: 0, deleted: 0 }] = rows;
    countDeleted(capability, deleted);
    return seen;
  }
}

export type { ListedKeysSql };
