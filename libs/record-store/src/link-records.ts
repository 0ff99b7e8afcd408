import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { retryConflicts } from './database-errors';

const ordersPerTransaction = 500;

/** Below every id that is ever made. */
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Whether a record may be linked: one that was deleted before it was known is outside of the feed. Implies the condition of no partial index. */
function isKnown(record: string): string {
  return `${record}.system_connection_id = $1 and ${record}.feed_position is distinct from -1`;
}

/**
 * Only orders that gain a link are taken, so that each pass moves on and ends. An order that another writer replaces at the same
 * time with links it looked up a moment too early stays unlinked until the pass that closes that writer's run.
 * Only those that wait for the customer $3 or the product $4, or the order $5, where these are not null.
 */
const linkChunk = `
with chunk as (
  select waiting.id, waiting.line_items, waiting.customer_source_id, waiting.unlinked_product_source_ids as unlinked
  from orders waiting
  where ${isKnown('waiting')} and waiting.id > $2
    and ($3::text is null or waiting.customer_source_id = $3)
    and ($4::text is null or $4 = any (waiting.unlinked_product_source_ids))
    and ($5::text is null or waiting.source_id = $5)
    and (waiting.unlinked_product_source_ids is not null or (waiting.customer_id is null and waiting.customer_source_id is not null))
    and (
      exists (
        select from unnest(waiting.unlinked_product_source_ids) as missing (source_id)
        join products product on ${isKnown('product')} and product.source_id = missing.source_id
      )
      or (waiting.customer_id is null and waiting.customer_source_id <> '0' and exists (
        select from customers customer where ${isKnown('customer')} and customer.source_id = waiting.customer_source_id
      ))
    )
  order by waiting.id
  limit ${ordersPerTransaction}
  for no key update of waiting
), linked as (
  update orders linking set
    customer_id = coalesce(linking.customer_id, (
      select customer.id from customers customer
      where ${isKnown('customer')} and customer.source_id = nullif(chunk.customer_source_id, '0')
    )),
    line_items = coalesce((
      select json_agg(
        case when product.id is null then item.value else (item.value::jsonb || jsonb_build_object('product_id', product.id))::json end
        order by item.ordinal
      )
      from json_array_elements(chunk.line_items) with ordinality as item (value, ordinal)
      left join products product on ${isKnown('product')}
        and product.source_id = item.value ->> 'product_source_id' and product.source_id = any (chunk.unlinked)
    ), chunk.line_items),
    unlinked_product_source_ids = (
      select array_agg(missing.source_id)
      from unnest(chunk.unlinked) as missing (source_id)
      where not exists (select from products product where ${isKnown('product')} and product.source_id = missing.source_id)
    ),
    feed_position = (select feed_position()),
    synced_at = now()
  from chunk where linking.id = chunk.id
  returning linking.id
)
select count(*)::int as orders, (array_agg(id order by id desc))[1] as last from linked`;

/** Narrows a pass to what one record is part of. */
interface Only {
  customer?: string;
  product?: string;
  order?: string;
}

interface LinkedChunk {
  orders: number;
  last: string | null;
}

/** Links the orders of a connection, chunk by chunk, in the order of their ids. */
export async function linkAllOrders(pool: Pool, connectionId: string, only: Only = {}): Promise<{ orders: number }> {
  let orders = 0;
  for (let after: string | null = lowestId; after !== null;) {
    const values: (string | null)[] = [connectionId, after, only.customer ?? null, only.product ?? null, only.order ?? null];
    const chunk = await retryConflicts(async () => (await pool.query<LinkedChunk>(linkChunk, values)).rows[0]);
    orders += chunk?.orders ?? 0;
    after = chunk?.last ?? null;
  }
  return { orders };
}

/** After one record was stored: links the order, or the orders that wait for the customer or product. */
export async function linkOrdersOf(pool: Pool, connectionId: string, capability: SystemCapability, sourceId: string): Promise<void> {
  const only: Record<SystemCapability, Only> = {
    customers: { customer: sourceId },
    products: { product: sourceId },
    orders: { order: sourceId },
  };
  await linkAllOrders(pool, connectionId, only[capability]);
}
