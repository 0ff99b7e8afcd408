import { retryOnConflict } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { authorText, storyEntry, withEntry } from './record-story';
import { countBytes } from './stored-bytes';
import { noteChanged } from './write-statement';

const ordersPerTransaction = 500;

/** What a link adds to a line item, with the spaces of its new text. */
const bytesPerLink = 64;

/** A tombstone without content is outside the feed and must not be linked. `is distinct from` keeps the planner off the feed's partial index. */
function isKnown(record: string): string {
  return `${record}.shop_id = $1 and ${record}.feed_position is distinct from -1`;
}

const lacksCustomer = `(waiting.customer_id is null and waiting.customer_source_id <> '0')`;
const lacksProduct = `waiting.unlinked_product_source_ids is not null`;
const findsCustomer = `(${lacksCustomer} and exists (
  select from customers customer where ${isKnown('customer')} and customer.source_id = waiting.customer_source_id
))`;
const findsProduct = `exists (
  select from unnest(waiting.unlinked_product_source_ids) as missing (source_id)
  join products product on ${isKnown('product')} and product.source_id = missing.source_id
)`;

const findWaiting = (condition: string) =>
  `select waiting.id from orders waiting where ${isKnown('waiting')} and ${condition} order by waiting.id`;

/**
 * Each finds orders of the shop $1. Hashed keys may collide, so products are compared, too. They are looked up one by one, behind
 * an `offset 0`: the planner overestimates what a key finds, and would read the shop's orders, or all, to narrow it down.
 */
const findOrders = {
  ofCustomers: findWaiting(`${lacksCustomer} and waiting.customer_source_id = any ($2)`),
  ofProducts: `
    select distinct waiting.id
    from unnest($2::text[]) as target (source_id) cross join lateral (
      select waiting.id, waiting.shop_id, waiting.feed_position, waiting.unlinked_product_source_ids from orders waiting
      where ${lacksProduct}
        and product_keys(waiting.shop_id, waiting.unlinked_product_source_ids) @> product_keys($1, array[target.source_id])
      offset 0
    ) waiting
    where ${isKnown('waiting')} and target.source_id = any (waiting.unlinked_product_source_ids)
    order by waiting.id`,
  bySourceId: findWaiting(`(${lacksProduct} or ${lacksCustomer}) and waiting.source_id = any ($2)`),
  linkable: findWaiting(`(${lacksProduct} or ${lacksCustomer}) and (${findsProduct} or ${findsCustomer})`),
};

/** What a chunk of orders finds. */
const foundFields = `concat_ws(',', case when chunk.customer_id is not null then 'customer_id' end,
      case when chunk.still_unlinked is distinct from chunk.unlinked then 'line_items' end)`;

/**
 * Links those of the orders $2 that gain a link. They are found by their ids alone: `is not distinct from` keeps the planner from reading
 * all index entries of the shop besides, which takes longer the more orders a shop has. If another writer replaces an order
 * concurrently with links it looked up too early, the order stays unlinked until the pass at the end of that writer's run.
 */
const linkOrders = `
with chunk as (
  select waiting.id, waiting.line_items, waiting.unlinked_product_source_ids as unlinked,
    case when waiting.customer_id is null then (
      select customer.id from customers customer
      where ${isKnown('customer')} and customer.source_id = nullif(waiting.customer_source_id, '0')
    ) end as customer_id,
    (
      select array_agg(missing.source_id)
      from unnest(waiting.unlinked_product_source_ids) as missing (source_id)
      where not exists (select from products product where ${isKnown('product')} and product.source_id = missing.source_id)
    ) as still_unlinked
  from orders waiting
  where waiting.id = any ($2) and waiting.shop_id is not distinct from $1 and waiting.feed_position is distinct from -1
    and (${findsProduct} or ${findsCustomer})
  order by waiting.id
  for no key update of waiting
), linked as (
  update orders linking set
    customer_id = coalesce(linking.customer_id, chunk.customer_id),
    line_items = coalesce((
      select json_agg(
        case when product.id is null then item.value else (item.value::jsonb || jsonb_build_object('product_id', product.id))::json end
        order by item.ordinal
      )
      from json_array_elements(chunk.line_items) with ordinality as item (value, ordinal)
      left join products product on ${isKnown('product')}
        and product.source_id = item.value ->> 'product_source_id' and product.source_id = any (chunk.unlinked)
    ), chunk.line_items),
    unlinked_product_source_ids = chunk.still_unlinked,
    feed_bytes = linking.feed_bytes + ${bytesPerLink} * json_array_length(chunk.line_items),
    bytes_added = ${bytesPerLink} * json_array_length(chunk.line_items),
    feed_position = (select feed_position()),
    synced_at = now(),
    story = ${withEntry(storyEntry(`'linked'`, `'${authorText('service')}'`, foundFields), 'linking')}
  from chunk where linking.id = chunk.id
  returning linking.shop_id, linking.bytes_added as bytes, linking.feed_position
), counted as (${countBytes('linked')}
)
select count(*)::int as orders, ${noteChanged('$1', 'orders')}::text from linked`;

/** After records were stored: links the orders among them, or those that wait for the customers or products. Returns how many. */
export async function linkWaiting(pool: Pool, shopId: string, capability: SystemCapability, sourceIds: readonly string[]): Promise<number> {
  const { ofCustomers, ofProducts, bySourceId } = findOrders;
  const find = { customers: ofCustomers, products: ofProducts, orders: bySourceId }[capability];
  return linkFound(pool, find, [shopId, sourceIds]);
}

/** Links every order of the shop that gains a link. Reads all that wait. Returns how many. */
export async function linkAllWaiting(pool: Pool, shopId: string): Promise<number> {
  return linkFound(pool, findOrders.linkable, [shopId]);
}

async function linkFound(pool: Pool, find: string, values: [shopId: string, sourceIds?: readonly string[]]): Promise<number> {
  const ids = (await pool.query<{ id: string }>(find, values)).rows.map(({ id }) => id);
  let linked = 0;
  for (let start = 0; start < ids.length; start += ordersPerTransaction) {
    const chunk = [values[0], ids.slice(start, start + ordersPerTransaction)];
    const link = () => pool.query<{ orders: number }>(linkOrders, chunk);
    linked += (await retryOnConflict(link)).rows[0]?.orders ?? 0;
  }
  return linked;
}
