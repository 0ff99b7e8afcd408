import { address, links, type Person } from './customer';
import { taxes, taxOf, type OrderTax } from './order-lines';
import { money } from './product';
import type { SeededRandom } from './seeded-random';
import { createdMs, modifiedMs, type ShopSetup } from './shop-setup';
import { dateTexts } from './shop-time';

export function metaData(random: SeededRandom, id: number) {
  const choices = [
    { key: '_wc_order_attribution_source_type', value: 'organic' },
    { key: 'invoice_number', value: `2025${id}` },
    { key: 'is_gift', value: '1' },
    { key: 'delivery_window', value: { from: '08:00', to: '12:00', days: [1, 2] } },
  ];
  return choices.filter(() => random.chance(0.3)).map((entry, position) => ({ id: id * 10 + position, ...entry }));
}

export function taxLine(id: number, itemTax: number, shippingTax: number, { rate, rateId, label }: OrderTax) {
  if (rate === 0) return [];
  const texts = { tax_total: money(itemTax), shipping_tax_total: money(shippingTax) };
  return [
    {
      id: id * 10 + 7,
      rate_code: `${label}-1`,
      rate_id: rateId,
      label: 'Standard',
      compound: false,
      ...texts,
      rate_percent: rate,
      meta_data: [],
    },
  ];
}

export function shippingLine(id: number, net: number, tax: OrderTax) {
  const amount = taxOf(net, tax);
  const texts = { total: money(net), total_tax: money(amount), taxes: taxes(amount, '', tax) };
  return {
    id: id * 10 + 6,
    method_title: 'Versand',
    method_id: 'flat_rate',
    instance_id: '',
    ...texts,
    tax_status: 'taxable',
    meta_data: [],
  };
}

export function datesOf(setup: ShopSetup, id: number, paid: boolean, completed: boolean) {
  const createdAt = createdMs(setup, 'orders', id);
  const modifiedAt = modifiedMs(setup, 'orders', id);
  return {
    created: dateTexts(createdAt, setup.timeZone),
    modified: dateTexts(modifiedAt, setup.timeZone),
    paid: dateTexts(paid ? createdAt + 600_000 : null, setup.timeZone),
    completed: dateTexts(completed ? modifiedAt : null, setup.timeZone),
  };
}

export function orderLinks(setup: ShopSetup, id: number, customerId: number) {
  const self = links(setup, 'orders', id);
  const templates = { email_templates: [{ embeddable: true, href: `${self.self[0]?.href}/actions/email_templates` }] };
  const customer = customerId === 0 ? {} : { customer: [{ href: `${setup.storeBase}/wp-json/wc/v3/customers/${customerId}` }] };
  return { ...self, ...templates, ...customer };
}

export function people(who: Person, elsewhere: boolean) {
  return {
    billing: { ...address(who), email: who.email, phone: who.phone },
    shipping: { ...address(elsewhere ? who : null), phone: '' },
  };
}
