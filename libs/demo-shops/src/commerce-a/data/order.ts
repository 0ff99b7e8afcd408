import { person, type Person } from './customer';
import { lineItems, taxOf, type OrderTax } from './order-lines';
import { datesOf, metaData, orderLinks, people, shippingLine, taxLine } from './order-parts';
import { money } from './product';
import { SeededRandom } from './seeded-random';
import { idOf, saltOf, type ShopSetup } from './shop-setup';
import { customerNotes } from './vocabulary';

const statuses = [
  'completed',
  'completed',
  'completed',
  'processing',
  'processing',
  'on-hold',
  'pending',
  'cancelled',
  'refunded',
  'failed',
  'packed',
] as const;
const paidStatuses: readonly string[] = ['completed', 'processing', 'refunded', 'packed'];
const otherCurrencies = [['USD', '$'], ['GBP', '£'], ['CHF', 'CHF'], ['JPY', '¥'], ['KWD', 'د.ك']] as const; // prettier-ignore
const payments = [['bacs', 'Überweisung'], ['paypal', 'PayPal'], ['cod', 'Nachnahme'], ['', '']] as const; // prettier-ignore
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** customer_id 0 is a guest, who is in no customer list. */
function buyer(setup: ShopSetup, random: SeededRandom, orderId: number): { customerId: number; who: Person } {
  const { customers } = setup.sizes;
  if (customers === 0 || random.chance(0.25)) return { customerId: 0, who: person(setup, orderId, saltOf('orders')) };
  const customerId = idOf('customers', random.between(0, customers - 1));
  return { customerId, who: person(setup, customerId, saltOf('customers')) };
}

/** What the parts of an order have in common. Money in hundredths. */
interface OrderPlan {
  id: number;
  status: string;
  currency: string;
  symbol: string;
  tax: OrderTax;
  items: Record<string, unknown>[];
  net: number;
  itemTax: number;
  shippingNet: number;
  shippingTax: number;
  gross: number;
  dates: ReturnType<typeof datesOf>;
  key: string;
}

function planOf(setup: ShopSetup, random: SeededRandom, id: number): OrderPlan {
  const [currency, symbol] = random.chance(0.85) ? (['EUR', '€'] as const) : random.pick(otherCurrencies);
  const tax: OrderTax = currency === 'EUR' ? { rate: 19, rateId: 1, label: 'DE-STANDARD' } : { rate: 0, rateId: 0, label: '' };
  const status = random.pick(statuses);
  const { items, total } = lineItems(setup, random, id, tax);
  const shippingNet = random.chance(0.6) ? 490 : 0;
  const shippingTax = taxOf(shippingNet, tax);
  const free = random.chance(0.01);
  return {
    id,
    status,
    currency,
    symbol,
    tax,
    items,
    net: total.net,
    itemTax: total.tax,
    shippingNet,
    shippingTax,
    gross: free ? 0 : total.net + total.tax + shippingNet + shippingTax,
    dates: datesOf(setup, id, paidStatuses.includes(status), status === 'completed'),
    key: `wc_order_${random.text(13, letters)}`,
  };
}

function headAndSums({ id, status, currency, tax, net, itemTax, shippingNet, shippingTax, gross, dates }: OrderPlan) {
  const free = gross === 0;
  return {
    id,
    parent_id: 0,
    status,
    currency,
    version: '10.9.4',
    prices_include_tax: tax.rate !== 0,
    date_created: dates.created.local,
    date_modified: dates.modified.local,
    discount_total: free ? money(net + shippingNet) : '0.00',
    discount_tax: free ? money(itemTax + shippingTax) : '0.00',
    shipping_total: money(shippingNet),
    shipping_tax: money(shippingTax),
    cart_tax: money(itemTax),
    total: money(gross),
    total_tax: money(free ? 0 : itemTax + shippingTax),
  };
}

function paymentAndNotes(random: SeededRandom, { id, dates }: OrderPlan) {
  const [method, title] = random.pick(payments);
  return {
    payment_method: method,
    payment_method_title: title,
    transaction_id: method === 'paypal' ? `txn_${random.text(7, '0123456789abcdef')}` : '',
    customer_ip_address: `203.0.113.${id % 256}`,
    customer_user_agent: 'Mozilla/5.0 (demo)',
    created_via: random.pick(['checkout', 'checkout', 'admin', 'rest-api']),
    customer_note: random.pick(customerNotes),
    date_completed: dates.completed.local,
    date_paid: dates.paid.local,
    cart_hash: '',
    number: String(id),
    meta_data: metaData(random, id),
  };
}

function lines({ id, status, tax, items, itemTax, shippingNet, shippingTax, gross }: OrderPlan) {
  return {
    line_items: items,
    tax_lines: taxLine(id, itemTax, shippingTax, tax),
    shipping_lines: shippingNet === 0 ? [] : [shippingLine(id, shippingNet, tax)],
    fee_lines: [],
    coupon_lines: [],
    // Refunds are no orders of their own.
    refunds:
      status === 'refunded' ? [{ id: id * 10 + 8, reason: 'Retoure: Größe passt nicht', total: money(-gross), total_tax: '0.00' }] : [],
  };
}

/** An order as REST v3 shows it. Its total is gross, its lines are net. */
export function orderRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const random = new SeededRandom(setup.seed, saltOf('orders'), id, 1);
  const { customerId, who } = buyer(setup, random, id);
  const plan = planOf(setup, random, id);
  const { status, key, dates } = plan;
  return {
    ...headAndSums(plan),
    customer_id: customerId,
    order_key: key,
    ...people(who, random.chance(0.3)),
    ...paymentAndNotes(random, plan),
    ...lines(plan),
    payment_url: `${setup.storeBase}/checkout/order-pay/${id}/?pay_for_order=true&key=${key}`,
    is_editable: status === 'pending' || status === 'on-hold',
    needs_payment: status === 'pending' || status === 'failed',
    needs_processing: true,
    date_created_gmt: dates.created.gmt,
    date_modified_gmt: dates.modified.gmt,
    date_completed_gmt: dates.completed.gmt,
    date_paid_gmt: dates.paid.gmt,
    currency_symbol: plan.symbol,
    _links: orderLinks(setup, id, customerId),
  };
}
