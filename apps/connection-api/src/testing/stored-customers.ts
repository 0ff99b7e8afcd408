import { lockSyncRules, noteFeedSources } from '@sync/domain';
import { RecordStore } from '@sync/record-store';
import type { CustomerData } from '@sync/records';
import { until } from '@sync/test-harness';
import type { EmbeddingSystem } from './actors';
import type { ConnectionApiUnderTest } from './connection-api-under-test';

const absent = [
  ...['id', 'createdAtUtc', 'updatedAtUtc', 'modifiedAt', 'sourceCustomId', 'firstName', 'lastName', 'phone', 'title', 'zip'],
  ...['dateOfBirth', 'gender', 'newsletterConsent', 'addressBilling', 'addressShipping', 'orderCount'],
];
const local = '2026-01-01T00:00:00';
const customer = {
  ...Object.fromEntries(absent.map((name) => [name, null])),
  ...{ system: 'commerce_a', createdAt: local, updatedAt: local, totalSpent: 1999, tags: [], customAttributes: [] },
} as unknown as CustomerData;

/**
 * Stores customers as a sync does; returns how many were written. Resolves once no older transaction is running, not even in another test
 * file: the feed may hide a record again for a moment while one ends.
 */
export async function storeCustomers(api: ConnectionApiUnderTest, shopId: string, ...sourceIds: string[]): Promise<number> {
  const records = sourceIds.map((sourceId) => ({ ...customer, sourceId, email: `${sourceId}@example.com` }));
  const store = api.app.get(RecordStore, { strict: false });
  const { written } = await store.writePage({ shopId, capability: 'customers', records, firstExport: false });
  const newest = '(select max(feed_position) from customers where shop_id = $1)';
  const settled = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + "offset" > ${newest} from feed_clock`;
  await until(() => api.value<boolean>(settled, [shopId]));
  return written;
}

/** Adds or changes the sync rule that lets the caller read these records of a shop. */
export async function entitle(
  api: ConnectionApiUnderTest,
  source: string,
  { tenantId, connectionId }: EmbeddingSystem,
  { domains = ['customers'], isDefault = true } = {},
): Promise<void> {
  await api.database.dataSource.transaction(async (manager) => {
    await lockSyncRules(manager, tenantId);
    await manager.query(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
     values (gen_random_uuid(), $1, $2, $3, $4, true, $5)
     on conflict (source_connection_id, target_connection_id) where is_default do update set data_domains = excluded.data_domains`,
      [tenantId, source, connectionId, domains, isDefault],
    );
    await noteFeedSources(manager, tenantId);
  });
}
