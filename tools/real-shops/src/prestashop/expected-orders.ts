import { decimalsOf, fixed, minor, times, total } from '../comparison/amounts';
import type { ExpectedRecord, ExpectedRecords } from '../comparison/compare-records';
import { trimmed } from '../comparison/readable-text';
import { attributesOf, orderAttributes, words } from './attribute-kinds';
import { common } from './common-fields';
import { shopTime } from './shop-time';
import type { PrestaShopTables, Row } from './tables';

interface Lookups {
  currencies: ReadonlyMap<string, Row[]>;
  states: ReadonlyMap<string, Row[]>;
  stateNames: ReadonlyMap<string, Row[]>;
  lines: ReadonlyMap<string, Row[]>;
  slips: ReadonlyMap<string, Row[]>;
  addresses: ReadonlyMap<string, Row[]>;
  countries: ReadonlyMap<string, Row[]>;
  regions: ReadonlyMap<string, Row[]>;
  language: string;
}

export async function expectedOrders(tables: PrestaShopTables): Promise<ExpectedRecords> {
  const lookups: Lookups = {
    currencies: await tables.grouped('currency', 'id_currency'),
    states: await tables.grouped('order_state', 'id_order_state'),
    stateNames: await tables.grouped('order_state_lang', 'id_order_state'),
    lines: await tables.grouped('order_detail', 'id_order'),
    slips: await tables.grouped('order_slip', 'id_order'),
    addresses: await tables.grouped('address', 'id_address'),
    countries: await tables.grouped('country', 'id_country'),
    regions: await tables.grouped('state', 'id_state'),
    language: await tables.setting('PS_LANG_DEFAULT'),
  };
  const rows = await tables.all('orders');
  return new Map(rows.map((row) => [String(row.id_order), order(row, lookups)]));
}

function order(row: Row, lookups: Lookups): ExpectedRecord {
  const state = String(row.current_state);
  const currency = one(lookups.currencies, row.id_currency)?.iso_code ?? '';
  const stateName = lookups.stateNames.get(state)?.find(({ id_lang }) => id_lang === lookups.language)?.name;
  const lines = lookups.lines.get(String(row.id_order)) ?? [];
  const slips = lookups.slips.get(String(row.id_order)) ?? [];
  const paid = one(lookups.states, state)?.paid === '1' ? shopTime(row.invoice_date ?? null) : null;
  const tax = total([row.total_paid_tax_incl], [row.total_paid_tax_excl]);
  const attributes = {
    ...attributesOf(row, orderAttributes),
    current_state: Number(state),
    ...refunds(slips),
    ...decimals(row, { currency, tax, lines, slips }),
  };
  return {
    ...common(row, 'id_order', attributes),
    source_order_number: row.reference,
    status: stateName ?? state,
    currency,
    total: minor(row.total_paid_tax_incl),
    total_tax: minor(tax),
    total_shipping: minor(row.total_shipping_tax_excl),
    date_paid: paid,
    date_paid_utc: paid,
    customer_source_id: row.id_customer === '0' ? null : row.id_customer,
    address_billing: address(one(lookups.addresses, row.id_address_invoice), lookups),
    address_shipping: address(one(lookups.addresses, row.id_address_delivery), lookups),
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

function refunded(slips: readonly Row[], tax: 'incl' | 'excl'): string | null {
  return total(slips.flatMap((slip) => [slip[`total_products_tax_${tax}`], slip[`total_shipping_tax_${tax}`]]));
}

function refunds(slips: readonly Row[]): Record<string, unknown> {
  if (slips.length === 0) return {};
  return {
    total_refunded: minor(refunded(slips, 'incl')),
    total_refunded_tax_excl: minor(refunded(slips, 'excl')),
    order_slips: slips.length,
  };
}

interface OrderParts {
  currency: string;
  tax: string | null;
  lines: readonly Row[];
  slips: readonly Row[];
}

/** Beside the hundredths, where they are not the currency's own unit. */
function decimals(row: Row, { currency, tax, lines, slips }: OrderParts): Record<string, unknown> {
  const places = decimalsOf(currency);
  if (places === 2) return {};
  const amounts: [string, unknown][] = [
    ...words(orderAttributes.money).map((name): [string, unknown] => [name, row[name]]),
    ['total', row.total_paid_tax_incl],
    ['total_tax', tax],
    ['total_shipping', row.total_shipping_tax_excl],
    ...lines.flatMap((line): [string, unknown][] => [
      [`line_items.${line.id_order_detail}.unit_price`, line.unit_price_tax_excl],
      [`line_items.${line.id_order_detail}.total`, times(line.unit_price_tax_excl, Number(line.product_quantity))],
    ]),
  ];
  if (slips.length > 0) amounts.push(['total_refunded', refunded(slips, 'incl')], ['total_refunded_tax_excl', refunded(slips, 'excl')]);
  return { currency_exponent: places, ...Object.fromEntries(amounts.map(([name, amount]) => [`${name}.decimal`, fixed(amount, places)])) };
}

function address(row: Row | undefined, { countries, regions }: Lookups): Record<string, string | null> | null {
  if (!row) return null;
  return {
    first_name: trimmed(row.firstname),
    last_name: trimmed(row.lastname),
    company: trimmed(row.company),
    address1: trimmed(row.address1),
    address2: trimmed(row.address2),
    city: trimmed(row.city),
    region: trimmed(one(regions, row.id_state)?.name),
    postal_code: trimmed(row.postcode),
    country: one(countries, row.id_country)?.iso_code ?? null,
    phone: trimmed(row.phone) ?? trimmed(row.phone_mobile),
    vat_id: trimmed(row.vat_number) ?? trimmed(row.dni),
  };
}

function one(groups: ReadonlyMap<string, Row[]>, id: string | null | undefined): Row | undefined {
  return groups.get(String(id))?.[0];
}
