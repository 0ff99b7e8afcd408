import type { OrderData } from '@sync/records';
import { cleanText, contentColumns } from './columns';
import type { Candidate } from './differing-rows';
import type { FoundTargets, LinkTargets } from './link-targets';
import type { PageLine } from './page-writer';

const customerField = contentColumns.orders.findIndex(({ name }) => name === 'customer_source_id');
const lineItemsField = contentColumns.orders.findIndex(({ name }) => name === 'line_items');

/** An order with the source ids that it refers to. */
interface LinkableOrder {
  candidate: Candidate;
  customer: string | null;
  /** One a line item; null: no product. */
  products: (string | null)[];
}

/**
 * Lines of the orders that are to be written, their links filled as far as their customers and products are stored.
 * Orders that are stored as they are and gain no link are left out.
 */
export async function linkOrders(targets: LinkTargets, connectionId: string, candidates: Candidate[]): Promise<PageLine[]> {
  const orders = candidates.map(toLinkable);
  const found = await targets.find(connectionId, {
    customer: new Set(orders.flatMap(({ customer }) => customer ?? [])),
    product: new Set(orders.flatMap(({ products }) => products.filter((product) => product !== null))),
  });
  return orders.filter((order) => order.candidate.changed || gainsLink(order, found)).map((order) => linkedLine(order, found));
}

function toLinkable(candidate: Candidate): LinkableOrder {
  const { fields, record } = candidate.row;
  return {
    candidate,
    customer: linkable(fields[customerField]),
    products: (record as OrderData).lineItems.map(({ productSourceId }) => linkable(cleanText(productSourceId))),
  };
}

/** Whether a customer or product of the order was not there when it was linked. */
export function lacksLink({ fields }: PageLine): boolean {
  const [customer, unlinked] = fields.slice(-2);
  return unlinked !== null || (customer === null && linkable(fields[customerField]) !== null);
}

/** "0" is a platform's way to say "no product" or "no customer". */
function linkable(sourceId: string | null | undefined): string | null {
  return sourceId && sourceId !== '0' ? sourceId : null;
}

function gainsLink({ candidate, customer }: LinkableOrder, found: FoundTargets): boolean {
  const customerFound = candidate.missingCustomer && customer !== null && found.customer.has(customer);
  return customerFound || candidate.missingProducts.some((sourceId) => found.product.has(sourceId));
}

function linkedLine({ candidate, customer, products }: LinkableOrder, found: FoundTargets): PageLine {
  const { sourceId, contentHash, modifiedAt, fields } = candidate.row;
  const line = [...fields];
  line[lineItemsField] = linkedLineItems(fields[lineItemsField] ?? '[]', products, found);
  const unlinked = new Set(products.filter((product) => product !== null && !found.product.has(product)));
  line.push(customer === null ? null : (found.customer.get(customer) ?? null), unlinked.size > 0 ? arrayLiteral(unlinked) : null);
  return { sourceId, contentHash, modifiedAt, fields: line };
}

/** Every line item has one such member, in their order; inside a string of JSON the quotes would be escaped. */
function linkedLineItems(text: string, products: (string | null)[], found: FoundTargets): string {
  let position = 0;
  return text.replace(/"product_id":null/g, (member) => {
    const id = found.product.get(products[position++] ?? '');
    return id ? `"product_id":"${id}"` : member;
  });
}

/** Postgres' text form of a text[]. */
function arrayLiteral(values: Iterable<string | null>): string {
  return `{${[...values].map((value) => `"${value?.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
