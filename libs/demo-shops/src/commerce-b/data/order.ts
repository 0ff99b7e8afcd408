import { SeededRandom } from '../../commerce-a/data/seeded-random';
import { addressIds } from './address';
import { conversionRate, currencies, currencyOf } from './currencies';
import { secureKey } from './customer';
import { decimalText, roundedToCents, unit } from './decimal-text';
import { joined } from './joined-fields';
import { orderRows, type OrderRows } from './order-rows';
import { orderStates, type OrderState } from './order-states';
import { taxRate } from './product';
import { createdMs, modifiedMs, salts, shopTime, zeroTime, type ShopSetup } from './shop-setup';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const payments = [
  ['ps_wirepayment', 'Überweisung'],
  ['ps_wirepayment', 'Bank wire'],
  ['ps_checkpayment', 'Payment by check'],
  ['ps_cashondelivery', 'Nachnahme'],
  ['paypal', 'PayPal'],
] as const;

interface Buyer {
  customerId: number;
  delivery: number;
  invoice: number;
}

/** An order keeps the addresses that were given, also those that their owner has deleted. */
function buyer(setup: ShopSetup, random: SeededRandom): Buyer {
  const { customers } = setup.sizes;
  if (customers === 0 || random.chance(0.01)) return { customerId: 0, delivery: 0, invoice: 0 };
  const customerId = setup.firstId + random.between(0, customers - 1);
  const { first, second } = addressIds(setup, customerId);
  return { customerId, delivery: random.chance(0.5) ? (second ?? first) : first, invoice: first };
}

/** Two orders that one basket was split into share it. */
export function reference(setup: ShopSetup, id: number): string {
  const random = new SeededRandom(setup.seed, salts.orders, id, 2);
  return id > setup.firstId && random.chance(0.03) ? reference(setup, id - 1) : random.text(9, letters);
}

/** Amounts in millionths of the order's currency. */
interface Sums {
  discountNet: number;
  discountGross: number;
  shippingNet: number;
  shippingGross: number;
  paidNet: number;
  paidGross: number;
}

function sumsOf(random: SeededRandom, { net, gross }: OrderRows, rate: number, ships: boolean): Sums {
  const shippingNet = ships && random.chance(0.4) ? roundedToCents(7 * unit * rate) : 0;
  const shippingGross = roundedToCents(shippingNet * (1 + taxRate));
  const discountGross = random.chance(0.1) ? Math.min(roundedToCents(5 * unit * rate), gross) : 0;
  const discountNet = Math.min(roundedToCents(discountGross / (1 + taxRate)), net);
  const sums = { discountNet, discountGross, shippingNet, shippingGross };
  return { ...sums, paidNet: net + shippingNet - discountNet, paidGross: gross + shippingGross - discountGross };
}

function amounts({ net, gross }: OrderRows, sums: Sums, isPaid: boolean) {
  return {
    total_discounts: decimalText(sums.discountGross),
    total_discounts_tax_incl: decimalText(sums.discountGross),
    total_discounts_tax_excl: decimalText(sums.discountNet),
    total_paid: decimalText(sums.paidGross),
    total_paid_tax_incl: decimalText(sums.paidGross),
    total_paid_tax_excl: decimalText(sums.paidNet),
    total_paid_real: decimalText(isPaid ? sums.paidGross : 0),
    total_products: decimalText(net),
    total_products_wt: decimalText(gross),
    total_shipping: decimalText(sums.shippingGross),
    total_shipping_tax_incl: decimalText(sums.shippingGross),
    total_shipping_tax_excl: decimalText(sums.shippingNet),
    carrier_tax_rate: sums.shippingNet > 0 ? '19.000' : '0.000',
    total_wrapping: '0.000000',
    total_wrapping_tax_incl: '0.000000',
    total_wrapping_tax_excl: '0.000000',
  };
}

/** Invoice and delivery note exist once the state of the order asks for them. */
function papers({ timeZone }: ShopSetup, id: number, state: OrderState | null, created: number) {
  const paper = (due: boolean, after: number) => (due ? shopTime(created + after, timeZone) : zeroTime);
  return {
    invoice_number: state?.invoice ? String(id) : '0',
    invoice_date: paper(state?.invoice ?? false, 600_000),
    delivery_number: state?.delivery ? String(id) : '0',
    delivery_date: paper(state?.delivery ?? false, 86_400_000),
    valid: state?.logable ? '1' : '0',
  };
}

function parties(setup: ShopSetup, random: SeededRandom, id: number, carrier: number) {
  const { customerId, delivery, invoice } = buyer(setup, random);
  return {
    customerId,
    fields: (currencyId: number, languageIndex: number) => ({
      id,
      id_address_delivery: String(delivery),
      id_address_invoice: String(invoice),
      id_cart: String(id),
      id_currency: String(currencyId),
      id_lang: String(languageIndex + 1),
      id_customer: String(customerId),
      id_carrier: String(carrier),
    }),
  };
}

const untouched = { recyclable: '0', gift: '0', gift_message: '', mobile_theme: '0' };

/** An order as the webservice shows it. Unpaid ones are listed. */
export function orderRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const random = new SeededRandom(setup.seed, salts.orders, id, 1);
  const currency = random.chance(0.7) ? currencyOf(setup.currency) : random.pick(currencies);
  const rate = conversionRate(setup, currency);
  const languageIndex = random.between(0, setup.languages.length - 1);
  const carrier = random.pick([0, 1, 2, 2]);
  const { customerId, fields } = parties(setup, random, id, carrier);
  // An order that another system put in may have no state.
  const state = random.chance(0.01) ? null : random.pick(orderStates);
  const rows = orderRows(setup, random, id, setup.languages[languageIndex] ?? 'en', rate);
  const created = createdMs(setup, 'orders', id);
  const [module, payment] = random.pick(payments);
  return joined(
    fields(currency.id, languageIndex),
    { current_state: String(state?.id ?? 0), module },
    papers(setup, id, state, created),
    {
      date_add: shopTime(created, setup.timeZone),
      date_upd: shopTime(modifiedMs(setup, 'orders', id), setup.timeZone),
      shipping_number: carrier === 0 ? null : '',
      note: random.chance(0.03) ? 'Test' : '',
      id_shop_group: '1',
      id_shop: '1',
      secure_key: secureKey(setup, customerId),
      payment,
    },
    untouched,
    amounts(rows, sumsOf(random, rows, rate, carrier === 2), state?.paid ?? false),
    { round_mode: '2', round_type: '2', conversion_rate: rate.toFixed(6), reference: reference(setup, id) },
    { associations: { order_rows: rows.rows } },
  );
}
