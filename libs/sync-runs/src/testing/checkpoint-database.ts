import { openShop } from '@sync/record-store';
import { RecordStore } from '@sync/record-store';
import type { CustomerData } from '@sync/records';
import { createTestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { pageCheckpointSql } from '../page-checkpoint-sql';

/** A database whose record store moves the checkpoints of page ranges on. */
export class CheckpointDatabase {
  private constructor(
    readonly pool: Pool,
    readonly store: RecordStore,
    private readonly dataSource: DataSource,
    private readonly release: () => Promise<void>,
  ) {}

  static async create(): Promise<CheckpointDatabase> {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.allTenantsUrl, max: 20 });
    // Dropping the database may end a session once more.
    pool.on('error', () => undefined);
    return new CheckpointDatabase(pool, new RecordStore(pool, pageCheckpointSql), database.dataSource, async () => {
      await pool.end();
      await database.stop();
    });
  }

  stop(): Promise<void> {
    return this.release();
  }

  /** As a superuser, who sees what other sessions wait for. */
  rows<R>(sql: string, values: unknown[] = []): Promise<R[]> {
    return this.dataSource.query<R[]>(sql, values);
  }

  async connection(): Promise<string> {
    const id = uuidv7();
    await this.pool.query(`insert into system_connections (id, name, status) values ($1, 'A shop', 'active')`, [id]);
    await openShop(this.dataSource, id);
    return id;
  }

  /** Stored customers, without deleted ones. */
  async count(connectionId: string): Promise<{ customers: number }> {
    const sql = 'select count(*)::int as customers from customers where shop_id = $1 and deleted_at is null';
    const [counts] = await this.rows<{ customers: number }>(sql, [connectionId]);
    return counts ?? { customers: 0 };
  }

  /** A running run of customers with one range of pages 1 to 10. */
  async range(connectionId: string): Promise<{ runId: string; rangeId: string }> {
    const [runId, rangeId] = [uuidv7(), uuidv7()];
    await this.pool.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status) values ($1, $2, 'customers', 'full', 'running')`,
      [runId, connectionId],
    );
    await this.pool.query(
      `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page)
       values ($1, $2, $3, 'customers', 1, 10, 1, 50)`,
      [rangeId, runId, connectionId],
    );
    return { runId, rangeId };
  }
}

export function customer(sourceId: string, fields: Partial<CustomerData> = {}): CustomerData {
  return {
    id: null,
    system: 'commerce_a',
    createdAt: '2026-03-01T09:30:00',
    createdAtUtc: '2026-03-01T08:30:00Z',
    updatedAt: '2026-03-02T10:15:00',
    updatedAtUtc: '2026-03-02T09:15:00Z',
    modifiedAt: '2026-03-02T09:15:00Z',
    tags: [],
    customAttributes: [],
    sourceId,
    email: `customer-${sourceId}@example.test`,
    sourceCustomId: null,
    firstName: 'Erika',
    lastName: 'Muster',
    phone: null,
    title: null,
    zip: null,
    dateOfBirth: null,
    gender: null,
    newsletterConsent: null,
    addressBilling: null,
    addressShipping: null,
    orderCount: 2,
    totalSpent: 4_990,
    ...fields,
  };
}
