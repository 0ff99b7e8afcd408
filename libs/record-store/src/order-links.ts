import { textArray } from '@sync/postgres';
import { cleanText, type OrderData } from '@sync/records';
import { contentColumns } from './columns';
import type { DifferingRow } from './differing-rows';
import type { FoundTargets, LinkTargets } from './link-targets';
import type { PageRow } from './page-rows';

const customerField = contentColumns.orders.findIndex(({ name }) => name === 'customer_source_id');
const lineItemsField = contentColumns.orders.findIndex(({ name }) => name === 'line_items');

/** An order with the source ids it refers to. */
interface LinkableOrder {
  differing: DifferingRow;
  customer: string | null;
  /** One per line item; null: no product. */
  products: (string | null)[];
}

/** Adds the links to the orders' rows, as far as their customers and products are stored. Leaves out unchanged orders that gain no link. */
export async function linkOrders(targets: LinkTargets, shopId: string, rows: DifferingRow[]): Promise<PageRow[]> {
  const orders = rows.map(toLinkable);
  const found = await targets.find(shopId, {
    customer: new Set(orders.flatMap(({ customer }) => customer ?? [])),
    product: new Set(orders.flatMap(({ products }) => products.filter((product) => product !== null))),
  });
  return orders.filter((order) => order.differing.changed || gainsLink(order, found)).map((order) => linkedRow(order, found));
}

function toLinkable(differing: DifferingRow): LinkableOrder {
  const { fields, record } = differing.row;
  return {
    differing,
    customer: linkable(fields[customerField]),
    products: (record as OrderData).lineItems.map(({ productSourceId }) => linkable(cleanText(productSourceId))),
  };
}

/** Whether the order refers to a customer or product that was not stored when it was linked. */
export function lacksLink({ fields }: PageRow): boolean {
  const [customer, unlinked] = fields.slice(-2);
  return unlinked !== null || (customer === null && linkable(fields[customerField]) !== null);
}

/** Platforms write "0" for "no product" and "no customer". */
function linkable(sourceId: string | null | undefined): string | null {
  return sourceId && sourceId !== '0' ? sourceId : null;
}

function gainsLink({ differing, customer }: LinkableOrder, found: FoundTargets): boolean {
  const customerFound = differing.missingCustomer && customer !== null && found.customer.has(customer);
  return customerFound || differing.missingProducts.some((sourceId) => found.product.has(sourceId));
}

function linkedRow({ differing, customer, products }: LinkableOrder, found: FoundTargets): PageRow {
  const fields = [...differing.row.fields];
  fields[lineItemsField] = linkedLineItems(fields[lineItemsField] ?? '[]', products, found);
  const unlinked = new Set(products.filter((product) => product !== null && !found.product.has(product)));
  fields.push(customer === null ? null : (found.customer.get(customer) ?? null), unlinked.size > 0 ? textArray([...unlinked]) : null);
  return { ...differing.row, fields };
}

/** Each line item has exactly one such member, in order. A JSON string cannot match, because its quotes are escaped. */
function linkedLineItems(text: string, products: (string | null)[], found: FoundTargets): string {
  let position = 0;
  return text.replace(/"product_id":null/g, (member) => {
    const id = found.product.get(products[position++] ?? '');
    return id ? `"product_id":"${id}"` : member;
  });
}
