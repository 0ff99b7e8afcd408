import type { AddressData, CustomerData, LineItemData, OrderData, ProductData } from '@sync/records';

const productCount = 400;
const customerCount = 1_000;
const lineItemsPerOrder = 3;
const attributesPerOrder = 21;

const nothing = {
  id: null,
  system: 'commerce_a' as const,
  createdAt: '2026-02-01T08:00:00',
  createdAtUtc: '2026-02-01T07:00:00Z',
  updatedAt: '2026-02-01T08:00:00',
  updatedAtUtc: '2026-02-01T07:00:00Z',
  modifiedAt: '2026-02-01T07:00:00Z',
  tags: [],
  customAttributes: [],
};

function addressOf(number: number): AddressData {
  return {
    firstName: 'Erika',
    lastName: `Muster ${number}`,
    company: null,
    address1: `Hauptstraße ${number}`,
    address2: null,
    city: 'Berlin',
    region: 'BE',
    postalCode: String(10_000 + (number % 90_000)),
    country: 'DE',
    phone: `+49 30 ${1_000_000 + number}`,
    email: `erika.muster.${number}@example.test`,
    vatId: null,
  };
}

function lineItemOf(number: number, position: number): LineItemData {
  const unitPrice = 990 + ((number * 7 + position) % 5_000);
  return {
    sourceId: String(number * lineItemsPerOrder + position),
    productSourceId: String(((number * 13 + position * 31) % productCount) + 1),
    name: `Green tea no. ${position}, 250 g`,
    quantity: position,
    unitPrice,
    total: unitPrice * position,
    productId: null,
    productCustomId: null,
    sku: `TEA-${number % productCount}-${position}`,
    currency: null,
  };
}

/** An order as a shop sends it: three line items, two addresses, 21 custom attributes. */
function orderOf(number: number): OrderData {
  return {
    ...nothing,
    sourceId: String(100_000 + number),
    updatedAt: '2026-03-02T10:15:00',
    updatedAtUtc: '2026-03-02T09:15:00Z',
    modifiedAt: '2026-03-02T09:15:00Z',
    status: 'completed',
    currency: 'EUR',
    total: 12_345 + number,
    totalTax: 1_971,
    totalShipping: 490,
    sourceOrderNumber: String(100_000 + number),
    customerId: null,
    customerSourceId: String((number % customerCount) + 1),
    datePaid: '2026-03-01T09:31:00',
    datePaidUtc: '2026-03-01T08:31:00Z',
    addressBilling: addressOf(number),
    addressShipping: addressOf(number),
    lineItems: Array.from({ length: lineItemsPerOrder }, (_, index) => lineItemOf(number, index + 1)),
    customAttributes: Array.from({ length: attributesPerOrder }, (_, index) => ({
      key: `commerce_a.meta.field_${index}`,
      value: index % 3 === 0 ? number * index : `value ${number} of ${index}`,
    })),
  };
}

export function benchOrders(count: number): OrderData[] {
  return Array.from({ length: count }, (_, index) => orderOf(index));
}

/** The customers and products that the orders refer to. */
export function benchLinkTargets(): { customers: CustomerData[]; products: ProductData[] } {
  const customers = Array.from({ length: customerCount }, (_, index) => ({
    ...nothing,
    sourceId: String(index + 1),
    email: `erika.muster.${index}@example.test`,
    sourceCustomId: null,
    firstName: 'Erika',
    lastName: `Muster ${index}`,
    phone: null,
    title: null,
    zip: null,
    dateOfBirth: null,
    gender: null,
    newsletterConsent: null,
    addressBilling: addressOf(index),
    addressShipping: null,
    orderCount: 3,
    totalSpent: 99_000,
  }));
  const products = Array.from({ length: productCount }, (_, index) => ({
    ...nothing,
    sourceId: String(index + 1),
    name: `Green tea no. ${index}`,
    status: 'active' as const,
    categories: ['Tea'],
    sourceCustomId: null,
    sku: `TEA-${index}`,
    description: null,
    url: null,
    imageUrl: null,
    currency: 'EUR',
    brandName: null,
    targetGroup: null,
    price: 1_990,
    originalPrice: null,
    orderCount: null,
  }));
  return { customers, products };
}
