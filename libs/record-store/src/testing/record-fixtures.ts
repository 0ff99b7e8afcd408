import type { AddressData, CustomerData, LineItemData, OrderData, ProductData } from '@sync/records';

const shared = {
  id: null,
  system: 'commerce_a' as const,
  createdAt: '2026-03-01T09:30:00',
  createdAtUtc: '2026-03-01T08:30:00Z',
  updatedAt: '2026-03-02T10:15:00',
  updatedAtUtc: '2026-03-02T09:15:00Z',
  modifiedAt: '2026-03-02T09:15:00Z',
  tags: [],
  customAttributes: [{ key: 'commerce_a.meta.origin', value: 'newsletter' }],
};

const address: AddressData = {
  firstName: 'Erika',
  lastName: 'Muster',
  company: null,
  address1: 'Hauptstraße 1',
  address2: null,
  city: 'Berlin',
  region: null,
  postalCode: '10115',
  country: 'DE',
  phone: null,
  email: 'erika@example.test',
  vatId: null,
};

export function customer(sourceId: string, fields: Partial<CustomerData> = {}): CustomerData {
  return {
    ...shared,
    sourceId,
    email: `customer-${sourceId}@example.test`,
    sourceCustomId: null,
    firstName: 'Erika',
    lastName: 'Muster',
    phone: null,
    title: null,
    zip: null,
    dateOfBirth: null,
    gender: null,
    newsletterConsent: null,
    addressBilling: address,
    addressShipping: null,
    orderCount: 2,
    totalSpent: 4_990,
    ...fields,
  };
}

export function product(sourceId: string, fields: Partial<ProductData> = {}): ProductData {
  return {
    ...shared,
    sourceId,
    name: `Product ${sourceId}`,
    status: 'active',
    categories: ['Tea'],
    sourceCustomId: null,
    sku: `SKU-${sourceId}`,
    description: null,
    url: null,
    imageUrl: null,
    currency: 'EUR',
    brandName: null,
    targetGroup: null,
    price: 1_990,
    originalPrice: null,
    orderCount: null,
    ...fields,
  };
}

export function lineItem(sourceId: string, productSourceId: string, fields: Partial<LineItemData> = {}): LineItemData {
  return {
    sourceId,
    productSourceId,
    name: `Product ${productSourceId}`,
    quantity: 1,
    unitPrice: 1_990,
    total: 1_990,
    productId: null,
    productCustomId: null,
    sku: null,
    currency: null,
    ...fields,
  };
}

export function order(sourceId: string, fields: Partial<OrderData> = {}): OrderData {
  return {
    ...shared,
    sourceId,
    status: 'processing',
    currency: 'EUR',
    total: 1_990,
    lineItems: [],
    sourceOrderNumber: sourceId,
    customerId: null,
    customerSourceId: null,
    totalTax: 318,
    totalShipping: null,
    addressBilling: address,
    addressShipping: null,
    datePaid: null,
    datePaidUtc: null,
    ...fields,
  };
}
