import { decode } from 'html-entities';
import { decimalAttributes, minor, total } from '../amounts';
import type { ExpectedRecord, ExpectedRecords } from '../compare-records';
import type { Capability } from '../shop';
import { filled, readable } from '../texts';
import type { RestRecord } from './rest';

type Row = Record<string, unknown>;
type Attributes = Record<string, unknown>;

const driver = 'commerce_a';
/** Customers' network addresses and browsers, which the service does not keep. */
const ofBrowsers = /customer_(ip_address|user_agent)$/;
const dropped = ['order_key', 'payment_url', 'cart_hash', 'post_password'];

/** What the service should serve for the records that the shop's REST interface lists. Written from the specification alone. */
export function expectedOfWooCommerce(type: Capability, rows: readonly RestRecord[]): ExpectedRecords {
  const expect = { customers: customer, products: product, orders: order }[type];
  return new Map(rows.map((row) => [String(row.id), expect(row)]));
}

function customer(row: RestRecord): ExpectedRecord {
  const mapped = ['email', 'first_name', 'last_name', 'orders_count', 'total_spent'];
  const meta = (row.meta_data as { key: string; value: unknown }[]).filter(({ value }) => typeof value !== 'object');
  return {
    ...common(row, mapped, Object.fromEntries(meta.map(({ key, value }) => [`meta.${key}`, value]))),
    email: row.email,
    first_name: filled(row.first_name),
    last_name: filled(row.last_name),
    phone: filled((row.billing as Row).phone),
    order_count: row.orders_count,
    total_spent: minor(row.total_spent),
    address_billing: address(row.billing as Row),
    address_shipping: address(row.shipping as Row),
  };
}

function product(row: RestRecord): ExpectedRecord {
  const mapped = ['name', 'status', 'sku', 'price', 'regular_price', 'permalink', 'description'];
  const decimals = { 'price.decimal': filled(row.price), 'original_price.decimal': filled(row.regular_price) };
  return {
    ...common(row, mapped, decimals),
    name: row.name,
    status: row.status === 'publish' ? 'active' : 'inactive',
    sku: filled(row.sku),
    price: minor(row.price),
    original_price: minor(row.regular_price),
    categories: names(row.categories),
    tags: names(row.tags),
    image_url: filled((row.images as Row[])[0]?.src),
    url: filled(row.permalink),
    description: readable(row.description),
  };
}

function order(row: RestRecord): ExpectedRecord {
  const mapped = ['number', 'status', 'currency', 'total', 'total_tax', 'shipping_total', 'date_paid', 'customer_id'];
  const lines = row.line_items as Row[];
  const sums = sumsOf(row);
  const minorSums = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, minor(sum)]));
  const decimals = decimalAttributes(String(row.currency), {
    total: row.total,
    total_tax: row.total_tax,
    total_shipping: row.shipping_total,
    ...sums,
    ...Object.assign({}, ...lines.map((line) => lineAmounts(line))),
  });
  return {
    ...common(row, mapped, { ...minorSums, ...decimals }),
    source_order_number: row.number,
    status: row.status,
    currency: row.currency,
    total: minor(row.total),
    total_tax: minor(row.total_tax),
    total_shipping: minor(row.shipping_total),
    date_paid: row.date_paid,
    date_paid_utc: utc(row.date_paid_gmt),
    customer_source_id: row.customer_id === 0 ? null : String(row.customer_id),
    address_billing: address(row.billing as Row),
    address_shipping: address(row.shipping as Row),
    line_items: lines.map((line) => ({
      source_id: String(line.id),
      product_source_id: String(line.product_id),
      name: line.name,
      quantity: line.quantity,
      unit_price: minor(line.price),
      total: minor(line.total),
      sku: filled(line.sku),
      currency: row.currency,
    })),
  };
}

function lineAmounts({ id, price, total: sum }: Row): Row {
  return { [`line_items.${String(id)}.unit_price`]: price, [`line_items.${String(id)}.total`]: sum };
}

/** Refunds, fees and coupons of an order, as decimals; nothing where there are none. */
function sumsOf(row: Row): Record<string, string | null> {
  const sums: [name: string, list: unknown, field: string, isNegative: boolean][] = [
    ['total_refunded', row.refunds, 'total', true],
    ['total_fees', row.fee_lines, 'total', false],
    ['total_fees_tax', row.fee_lines, 'total_tax', false],
    ['total_coupons', row.coupon_lines, 'discount', false],
    ['total_coupons_tax', row.coupon_lines, 'discount_tax', false],
  ];
  const present = sums.filter(([, list]) => (list as Row[]).length > 0);
  return Object.fromEntries(
    present.map(([name, list, field, isNegative]) => {
      const amounts = (list as Row[]).map((entry) => entry[field]);
      return [name, isNegative ? total([], amounts) : total(amounts)];
    }),
  );
}

function common(row: RestRecord, mapped: readonly string[], attributes: Attributes): ExpectedRecord {
  const left = new Set(['id', 'date_created', 'date_modified', ...mapped, ...dropped]);
  const scalars = Object.entries(row).filter(([name, value]) => typeof value !== 'object' && !left.has(name));
  return {
    source_id: String(row.id),
    system: driver,
    created_at: row.date_created,
    created_at_utc: utc(row.date_created_gmt),
    updated_at: row.date_modified ?? row.date_created,
    updated_at_utc: utc(row.date_modified_gmt ?? row.date_created_gmt),
    custom_attributes: Object.entries({ ...Object.fromEntries(scalars), ...attributes })
      .filter(([name]) => !ofBrowsers.test(name))
      .map(([name, value]) => ({
        key: `${driver}.${name}`,
        value: typeof value === 'number' && !Number.isInteger(value) ? String(value) : value,
      })),
  };
}

function utc(gmt: unknown): string | null {
  return typeof gmt === 'string' ? `${gmt}Z` : null;
}

function names(terms: unknown): string[] {
  return (terms as { name: string }[]).map(({ name }) => decode(name).trim()).filter((name) => name !== '');
}

function address(from: Row): Row | null {
  const parts = {
    first_name: filled(from.first_name),
    last_name: filled(from.last_name),
    company: filled(from.company),
    address1: filled(from.address_1),
    address2: filled(from.address_2),
    city: filled(from.city),
    region: filled(from.state),
    postal_code: filled(from.postcode),
    country: filled(from.country),
    phone: filled(from.phone),
    email: filled(from.email),
  };
  return Object.values(parts).every((part) => part === null) ? null : parts;
}
