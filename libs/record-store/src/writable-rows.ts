import { textArray } from '@sync/postgres';
import { cleanText, type OrderData, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { contentColumns } from './columns';
import type { FoundTargets, LinkTargets } from './link-targets';
import type { PageRow } from './page-rows';

/** A row of a page that may have to be written. */
interface DifferingRow {
  row: PageRow;
  /** The record is new, its content differs, or it was marked deleted. False: only links may be missing. */
  changed: boolean;
  /** Links that the stored order lacks. */
  missingProducts: string[];
  missingCustomer: boolean;
}

interface StoredRow {
  source_id: string;
  missing_products?: string[] | null;
  missing_customer?: boolean;
  erased_by?: string | null;
}

const missingLinks = `, unlinked_product_source_ids as missing_products, customer_id is null and customer_source_id is not null as missing_customer`;

const alsoRead: Partial<Record<SystemCapability, string>> = { orders: missingLinks, customers: ', erased_by' };

/** The hash covers the source id, so a match within the page is a match of the same record. */
function selectUnchanged(capability: SystemCapability): string {
  return `
select source_id${alsoRead[capability] ?? ''}
from ${capability}
where shop_id = $1 and source_id = any ($2) and content_hash = any ($3::uuid[]) and deleted_at is null`;
}

/** Leaves out rows that are stored with the same content and no missing link, so that they are not sent. */
export async function findDiffering(pool: Pool, shopId: string, capability: SystemCapability, rows: PageRow[]): Promise<DifferingRow[]> {
  const values = [shopId, rows.map(({ sourceId }) => sourceId), rows.map(({ contentHash }) => contentHash)];
  const result = await pool.query<StoredRow>({ name: `unchanged ${capability}`, text: selectUnchanged(capability), values });
  const stored = new Map(result.rows.map((row) => [row.source_id, row]));
  return rows.flatMap((row) => {
    const same = stored.get(row.sourceId);
    const differing = {
      row,
      changed: !same || (same.erased_by ?? null) !== row.erasedBy,
      missingProducts: same?.missing_products ?? [],
      missingCustomer: same?.missing_customer ?? false,
    };
    return differing.changed || differing.missingCustomer || differing.missingProducts.length > 0 ? [differing] : [];
  });
}

/** Treats every row as new, without a query. */
export function allDiffering(rows: PageRow[]): DifferingRow[] {
  return rows.map((row) => ({ row, changed: true, missingProducts: [], missingCustomer: false }));
}

/** The rows to write; orders with their links, customers with the erasure that holds for them. */
export async function toWritableRows(
  targets: LinkTargets,
  shopId: string,
  capability: SystemCapability,
  rows: DifferingRow[],
): Promise<PageRow[]> {
  if (capability === 'orders') return linkOrders(targets, shopId, rows);
  return capability === 'customers'
    ? rows.map(({ row }) => ({ ...row, fields: [...row.fields, row.erasedBy] }))
    : rows.map(({ row }) => row);
}

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
async function linkOrders(targets: LinkTargets, shopId: string, rows: DifferingRow[]): Promise<PageRow[]> {
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
