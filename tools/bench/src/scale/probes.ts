import { credentialsHash, storeWebhooks } from '@sync/durable-work';
import { servingStatuses } from '@sync/domain';
import { openShop } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { bringSyncsForward } from '@sync/sync-runs';
import { v7 as uuidv7 } from 'uuid';
import { benchLinkTargets, benchOrders } from '../persist-orders';
import type { Scene, Sender } from './scene';

const orderBody = Buffer.from(JSON.stringify({ id: 1, status: 'completed', note: 'x'.repeat(2_000) }));

interface Shop {
  status?: string;
  /** Value of the configuration; none by default, so that no sync is due. */
  frequency?: string;
  daysAgo?: number;
}

/** An active shop of a tenant of its own, entitled to a direct connection of that tenant. Returns its id. */
export async function addShop(scene: Scene, { status = 'active', frequency = 'manual', daysAgo = 0 }: Shop = {}): Promise<string> {
  const [tenant, direct, shop] = [uuidv7(), uuidv7(), uuidv7()];
  await scene.sql(`insert into tenants (id, name, established_at) values ($1, 'Bench', now())`, [tenant]);
  await scene.sql(
    `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, configuration, last_connected_at, disconnected_at)
     select given.id, $1, systems.id, 'Bench', case when is_direct then null else 'https://bench.example/' || given.id end, case when not is_direct then 'v1.bench.bench.bench.bench' end,
       given.status, jsonb_build_object('frequency', $5::text), now() - interval '1 hour',
       case when given.status = 'disconnected' then now() - make_interval(days => $6) end
     from (values ($2::uuid, 'mailing_platform', 'active'), ($3::uuid, 'commerce_a', $4::text)) as given (id, slug, status) join systems using (slug)`,
    [tenant, direct, shop, status, frequency, daysAgo],
  );
  await scene.sql(
    `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
     values ($1, $2, $3, $4, '{customers,orders,products}', true, true)`,
    [uuidv7(), tenant, shop, direct],
  );
  await openShop(scene.dataSource, shop);
  await bringSyncsForward(scene.dataSource, [shop]);
  return shop;
}

const targets = benchLinkTargets();

/** Customers, products and orders that are linked to them. */
export async function addRecords(scene: Scene, shopId: string, orders: number): Promise<void> {
  const page = { shopId, firstExport: true };
  await scene.store.writePage({ ...page, capability: 'customers', records: targets.customers });
  await scene.store.writePage({ ...page, capability: 'products', records: targets.products });
  for (let first = 0; first < orders; first += 500)
    await scene.store.writePage({ ...page, capability: 'orders', records: benchOrders(orders).slice(first, first + 500) });
}

/** Requests the syncs of a shop and ends them. */
export async function addRuns(scene: Scene, shop: string): Promise<void> {
  await scene.syncs.change(shop, null, (change) => change.request(systemCapabilities, 'delta'));
  await endRuns(scene, shop);
}

export async function endRuns(scene: Scene, shop: string): Promise<void> {
  await scene.syncs.change(shop, null, (change) => change.endAll({ status: 'succeeded', error: null }));
  await scene.sql(`delete from tasks where system_connection_id = $1 and name = 'plan-sync-run'`, [shop]);
}

/** Active shops all over the database, the same each time. */
export async function findSenders(scene: Scene, count: number): Promise<Sender[]> {
  scene.senders ??= scene.sql<Sender>(
    `select id, ${credentialsHash}::text as hash from system_connections
     where status = 'active' and credentials is not null order by md5(id::text) limit 1000`,
  );
  return (await scene.senders).slice(0, count);
}

export async function senderOf(scene: Scene, id: string): Promise<Sender> {
  const [sender] = await scene.sql<Sender>(`select id, ${credentialsHash}::text as hash from system_connections where id = $1`, [id]);
  return sender ?? { id, hash: '' };
}

/** One webhook of each sender. Returns the ids of the tasks. */
export async function receive(scene: Scene, senders: readonly Sender[]): Promise<string[]> {
  const deliveries = senders.map(({ id, hash }) => ({
    taskId: uuidv7(),
    systemConnectionId: id,
    shopId: id,
    credentialsHash: hash,
    topic: 'order.updated',
    deliveryId: uuidv7(),
    requestId: 'bench',
    traceparent: null,
    body: orderBody,
  }));
  return (await storeWebhooks((statement) => scene.pool.query(statement), deliveries, servingStatuses)).recorded;
}

/** An id of a row that was made so many days ago. */
export const idOfDay = (daysAgo: number): string => uuidv7({ msecs: Date.now() - daysAgo * 86_400_000 });
