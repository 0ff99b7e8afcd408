import type { SeededRandom } from './seeded-random';
import { idOf, type ShopSetup } from './shop-setup';
import { money, photoSource, productFacts, variationId } from './product';

/** What the order's sums are made of, in hundredths. */
export interface LineSums {
  net: number;
  tax: number;
}

export interface OrderTax {
  /** Percent; 0: the order is untaxed. */
  rate: number;
  rateId: number;
  label: string;
}

export function taxOf(net: number, { rate }: OrderTax): number {
  return Math.round((net * rate) / 100);
}

export function taxes(amount: number, subtotal: string, { rate, rateId }: OrderTax) {
  return rate === 0 ? [] : [{ id: rateId, total: money(amount), subtotal }];
}

function sums(net: number, tax: OrderTax) {
  const amount = taxOf(net, tax);
  const texts = { subtotal: money(net), subtotal_tax: money(amount), total: money(net), total_tax: money(amount) };
  return { ...texts, taxes: taxes(amount, money(amount), tax) };
}

/** Of a line whose product was deleted, or that never had one: source id 0, no sku, no picture. */
function lineWithoutProduct(id: number, quantity: number, net: number, tax: OrderTax) {
  return {
    id,
    name: 'Custom line without product',
    product_id: 0,
    variation_id: 0,
    quantity,
    tax_class: '',
    ...sums(net, tax),
    meta_data: [],
    sku: null,
    global_unique_id: null,
    price: net / 100 / quantity,
    image: { id: 0 as number | string, src: '' },
    parent_name: null,
  };
}

function lineOfProduct(setup: ShopSetup, random: SeededRandom, id: number, quantity: number, tax: OrderTax) {
  const product = productFacts(setup, idOf('products', random.between(0, setup.sizes.products - 1)));
  const size = product.variable ? random.between(0, (product.kind.sizes ?? []).length - 1) : null;
  const sizeName = size === null ? '' : (product.kind.sizes?.[size] ?? '');
  // The shop's prices include the tax; an order's lines are net of it and their unit price is not rounded.
  const unitNet = (product.price ?? 1000) / (1 + tax.rate / 100);
  const net = Math.round(unitNet * quantity);
  return {
    net,
    line: {
      id,
      name: size === null ? product.name : `${product.name} - ${sizeName}`,
      product_id: product.id,
      variation_id: size === null ? 0 : variationId(product.id, size),
      quantity,
      tax_class: '',
      ...sums(net, tax),
      meta_data: size === null ? [] : [{ id: id * 10, key: 'size', value: sizeName, display_key: 'Size', display_value: sizeName }],
      sku: size === null ? product.sku : `VAR-${product.id}-${sizeName}`,
      global_unique_id: '',
      price: Number((unitNet / 100).toFixed(8)),
      image: { id: String(9 + product.photo), src: photoSource(setup, product.photo) },
      parent_name: size === null ? null : product.name,
    },
  };
}

/** One to five lines. */
export function lineItems(setup: ShopSetup, random: SeededRandom, orderId: number, tax: OrderTax) {
  const items: Record<string, unknown>[] = [];
  const total: LineSums = { net: 0, tax: 0 };
  for (let count = random.between(1, 5), position = 0; position < count; position += 1) {
    const id = orderId * 10 + position;
    const quantity = random.between(1, 3);
    let net = 777;
    if (setup.sizes.products === 0 || random.chance(0.03)) {
      items.push(lineWithoutProduct(id, quantity, net, tax));
    } else {
      const made = lineOfProduct(setup, random, id, quantity, tax);
      net = made.net;
      items.push(made.line);
    }
    total.net += net;
    total.tax += taxOf(net, tax);
  }
  return { items, total };
}
