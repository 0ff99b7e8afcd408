import type { Pool } from 'pg';

const ordersPerTransaction = 500;

/** Below every id that is ever made. */
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Only orders that gain a link are taken, so that each pass moves on and ends. An order that another writer replaces at the same
 * time with links it looked up a moment too early stays unlinked until the pass that closes that writer's run.
 */
const linkChunk = `
with chunk as (
  select waiting.id, waiting.line_items, waiting.customer_source_id, waiting.unlinked_product_source_ids as unlinked
  from orders waiting
  where waiting.system_connection_id = $1 and waiting.id > $2
    and (waiting.unlinked_product_source_ids is not null or (waiting.customer_id is null and waiting.customer_source_id is not null))
    and (
      exists (
        select from unnest(waiting.unlinked_product_source_ids) as missing (source_id)
        join products product on product.system_connection_id = $1 and product.source_id = missing.source_id
      )
      or (waiting.customer_id is null and waiting.customer_source_id <> '0' and exists (
        select from customers customer where customer.system_connection_id = $1 and customer.source_id = waiting.customer_source_id
      ))
    )
  order by waiting.id
  limit ${ordersPerTransaction}
  for no key update of waiting
), linked as (
  update orders linking set
    customer_id = coalesce(linking.customer_id, (
      select customer.id from customers customer
      where customer.system_connection_id = $1 and customer.source_id = nullif(chunk.customer_source_id, '0')
    )),
    line_items = coalesce((
      select json_agg(
        case when product.id is null then item.value else (item.value::jsonb || jsonb_build_object('product_id', product.id))::json end
        order by item.ordinal
      )
      from json_array_elements(chunk.line_items) with ordinality as item (value, ordinal)
      left join products product on product.system_connection_id = $1
        and product.source_id = item.value ->> 'product_source_id' and product.source_id = any (chunk.unlinked)
    ), chunk.line_items),
    unlinked_product_source_ids = (
      select array_agg(missing.source_id)
      from unnest(chunk.unlinked) as missing (source_id)
      where not exists (select from products product where product.system_connection_id = $1 and product.source_id = missing.source_id)
    ),
    feed_position = (select feed_position()),
    synced_at = now()
  from chunk where linking.id = chunk.id
  returning linking.id
)
select count(*)::int as orders, (array_agg(id order by id desc))[1] as last from linked`;

/** Links the next orders of a connection after an id. `last` is null when there is nothing left to link. */
export async function linkNextOrders(
  pool: Pool,
  connectionId: string,
  after: string | null,
): Promise<{ orders: number; last: string | null }> {
  const answer = await pool.query<{ orders: number; last: string | null }>(linkChunk, [connectionId, after ?? lowestId]);
  return answer.rows[0] ?? { orders: 0, last: null };
}
