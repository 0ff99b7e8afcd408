import { retryOnConflict } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';

const ordersPerTransaction = 500;

/** What a link adds to a line item, with the spaces of its new text. */
const bytesPerLink = 64;

/** Sorts before every id. */
const lowestId = '00000000-0000-0000-0000-000000000000';

/** A tombstone without content is outside the feed and must not be linked. `is distinct from` keeps the planner off the feed's partial index. */
function isKnown(record: string): string {
  return `${record}.system_connection_id = $1 and ${record}.feed_position is distinct from -1`;
}

/**
 * Takes only orders that gain a link, so every pass makes progress and ends. If another writer replaces an order concurrently with
 * links it looked up too early, the order stays unlinked until the pass at the end of that writer's run.
 * If not null, $3, $4 and $5 narrow the pass to orders that wait for that customer or product, or to that order.
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
    feed_bytes = linking.feed_bytes + ${bytesPerLink} * json_array_length(chunk.line_items),
    feed_position = (select feed_position()),
    synced_at = now()
  from chunk where linking.id = chunk.id
  returning linking.id
)
select count(*)::int as orders, (array_agg(id order by id desc))[1] as last from linked`;

/** Narrows a pass to the orders that one record affects. */
interface Scope {
  customer?: string;
  product?: string;
  order?: string;
}

interface LinkedChunk {
  orders: number;
  last: string | null;
}

/** Links the orders of a connection in chunks, by id. */
export async function linkAllOrders(pool: Pool, connectionId: string, scope: Scope = {}): Promise<{ orders: number }> {
  let orders = 0;
  for (let after: string | null = lowestId; after !== null;) {
    const values: (string | null)[] = [connectionId, after, scope.customer ?? null, scope.product ?? null, scope.order ?? null];
    const chunk = await retryOnConflict(async () => (await pool.query<LinkedChunk>(linkChunk, values)).rows[0]);
    orders += chunk?.orders ?? 0;
    after = chunk?.last ?? null;
  }
  return { orders };
}

/** After one record was stored: links the order, or the orders that wait for the customer or product. */
export async function linkOrdersOf(pool: Pool, connectionId: string, capability: SystemCapability, sourceId: string): Promise<void> {
  const scopes: Record<SystemCapability, Scope> = {
    customers: { customer: sourceId },
    products: { product: sourceId },
    orders: { order: sourceId },
  };
  await linkAllOrders(pool, connectionId, scopes[capability]);
}
