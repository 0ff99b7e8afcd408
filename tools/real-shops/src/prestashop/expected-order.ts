import { decimalAttributes, minor, times, total } from '../amounts';
import type { ExpectedRecord } from '../compare-records';
import type { Row } from '../mariadb';
import { trimmed } from '../texts';
import { attributesOf, common, orderAttributes, shopTime, words } from './fields';
import type { PrestaShopTables } from './tables';

export function expectedOrder(row: Row, tables: PrestaShopTables): ExpectedRecord {
  const state = row.current_state;
  const currency = tables.one('currency', 'id_currency', row.id_currency)?.iso_code ?? '';
  const lines = tables.where('order_detail', 'id_order', row.id_order);
  const slips = tables.where('order_slip', 'id_order', row.id_order);
  const isPaid = tables.one('order_state', 'id_order_state', state)?.paid === '1';
  const paid = isPaid ? shopTime(row.invoice_date) : null;
  const tax = total([row.total_paid_tax_incl], [row.total_paid_tax_excl]);
  const refunds = slips.length === 0 ? {} : refundsOf(slips);
  const attributes = {
    ...attributesOf(row, orderAttributes),
    current_state: Number(state),
    ...Object.fromEntries(Object.entries(refunds).map(([name, sum]) => [name, minor(sum)])),
    ...(slips.length > 0 && { order_slips: slips.length }),
    ...decimalAttributes(currency, {
      ...Object.fromEntries(words(orderAttributes.money).map((name) => [name, row[name]])),
      total: row.total_paid_tax_incl,
      total_tax: tax,
      total_shipping: row.total_shipping_tax_excl,
      ...Object.assign({}, ...lines.map((line) => lineAmounts(line))),
      ...refunds,
    }),
  };
  return {
    ...common(row, 'id_order', attributes),
    source_order_number: row.reference,
    status: tables.text('order_state_lang', 'id_order_state', state) ?? state,
    currency,
    total: minor(row.total_paid_tax_incl),
    total_tax: minor(tax),
    total_shipping: minor(row.total_shipping_tax_excl),
    date_paid: paid,
    date_paid_utc: paid,
    customer_source_id: row.id_customer === '0' ? null : row.id_customer,
    address_billing: address(row.id_address_invoice, tables),
    address_shipping: address(row.id_address_delivery, tables),
    line_items: lines.map((line) => lineItem(line, currency)),
  };
}

function lineItem(line: Row, currency: string) {
  const quantity = Number(line.product_quantity);
  return {
    source_id: line.id_order_detail,
    product_source_id: line.product_id,
    product_custom_id: line.product_attribute_id === '0' ? null : line.product_attribute_id,
    name: trimmed(line.product_name),
    sku: trimmed(line.product_reference),
    quantity,
    unit_price: minor(line.unit_price_tax_excl),
    total: minor(times(line.unit_price_tax_excl, quantity)),
    currency,
  };
}

function lineAmounts({ id_order_detail: id, unit_price_tax_excl: price, product_quantity: quantity }: Row): Record<string, unknown> {
  return { [`line_items.${id}.unit_price`]: price, [`line_items.${id}.total`]: times(price, Number(quantity)) };
}

function refundsOf(slips: readonly Row[]): Record<string, string | null> {
  const sum = (tax: 'incl' | 'excl') =>
    total(slips.flatMap((slip) => [slip[`total_products_tax_${tax}`], slip[`total_shipping_tax_${tax}`]]));
  return { total_refunded: sum('incl'), total_refunded_tax_excl: sum('excl') };
}

function address(id: string | null | undefined, tables: PrestaShopTables): Record<string, string | null> | null {
  const row = tables.one('address', 'id_address', id);
  if (!row) return null;
  return {
    first_name: trimmed(row.firstname),
    last_name: trimmed(row.lastname),
    company: trimmed(row.company),
    address1: trimmed(row.address1),
    address2: trimmed(row.address2),
    city: trimmed(row.city),
    region: trimmed(tables.one('state', 'id_state', row.id_state)?.name),
    postal_code: trimmed(row.postcode),
    country: tables.one('country', 'id_country', row.id_country)?.iso_code ?? null,
    phone: trimmed(row.phone) ?? trimmed(row.phone_mobile),
    vat_id: trimmed(row.vat_number) ?? trimmed(row.dni),
  };
}
