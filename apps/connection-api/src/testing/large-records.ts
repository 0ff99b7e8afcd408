import { RecordStore } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import { until } from '@sync/test-harness';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** An order whose JSON takes about that many bytes. They compress well: what is stored is far smaller. */
export function largeOrder(sourceId: string, bytes: number): OrderData {
  return {
    id: null,
    sourceId,
    system: 'commerce_a',
    createdAt: '2026-03-01T09:30:00',
    createdAtUtc: '2026-03-01T08:30:00Z',
    updatedAt: '2026-03-02T10:15:00',
    updatedAtUtc: '2026-03-02T09:15:00Z',
    modifiedAt: '2026-03-02T09:15:00Z',
    tags: [],
    customAttributes: [{ key: 'commerce_a.meta.note', value: 'ü'.repeat(bytes / 2) }],
    status: 'processing',
    currency: 'EUR',
    total: 1_990,
    lineItems: [],
    sourceOrderNumber: sourceId,
    customerId: null,
    customerSourceId: null,
    totalTax: null,
    totalShipping: null,
    addressBilling: null,
    addressShipping: null,
    datePaid: null,
    datePaidUtc: null,
  };
}

/** An active shop of the tenant whose orders the caller may read. Returns its id. */
export async function entitledShop(pool: Pool, { tenantId, connectionId }: { tenantId: string; connectionId: string }): Promise<string> {
  const id = uuidv7();
  await pool.query(`insert into system_connections (id, tenant_id, name, status) values ($1, $2, 'A shop', 'active')`, [id, tenantId]);
  await pool.query('insert into shops (id, tenant_id, system_connection_id) values ($1, $2, $1)', [id, tenantId]);
  await pool.query(
    `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
     values ($1, $2, $3, $4, '{orders}', true, true)`,
    [uuidv7(), tenantId, id, connectionId],
  );
  return id;
}

/** Stores orders as a sync does; resolves when the feed shows them. */
export async function storeOrders(pool: Pool, systemConnectionId: string, orders: OrderData[]): Promise<void> {
  const store = new RecordStore(pool);
  for (const order of orders)
    await store.writePage({ shopId: systemConnectionId, capability: 'orders', records: [order], firstExport: true });
  const shown = 'select feed_horizon() > max(feed_position) as shown from orders where shop_id = $1';
  await until(async () => (await pool.query<{ shown: boolean }>(shown, [systemConnectionId])).rows[0]?.shown ?? false);
}
