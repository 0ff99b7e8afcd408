import type { AddressData, CustomerData, OrderData, ProductData, RecordData, RecordOf, SystemCapability } from '@sync/records';

export interface PaperRow {
  id: number;
  modifiedAt: string;
}

const address: AddressData = {
  firstName: 'Ida',
  lastName: 'Blau',
  company: null,
  address1: 'Lange Straße 1',
  address2: null,
  city: 'Köln',
  region: null,
  postalCode: '50667',
  country: 'DE',
  phone: null,
  email: null,
  vatId: null,
};

function common({ id, modifiedAt }: PaperRow): RecordData & { tags: string[] } {
  return {
    id: null,
    sourceId: String(id),
    system: 'commerce_a',
    createdAt: '2025-01-31T10:00:00',
    updatedAt: modifiedAt.slice(0, 19),
    modifiedAt,
    customAttributes: [
      { key: 'commerce_a.role', value: 'customer' },
      { key: 'commerce_a.meta.visits', value: id },
      { key: 'commerce_a.virtual', value: false },
    ],
    tags: ['new'],
  };
}

function customer(row: PaperRow): CustomerData {
  return {
    ...common(row),
    email: `ida${row.id}@shop.example`,
    sourceCustomId: null,
    firstName: 'Ida',
    lastName: 'Blau',
    phone: null,
    title: null,
    zip: '50667',
    dateOfBirth: '1990-02-28',
    gender: 'female',
    newsletterConsent: {
      subscribed: true,
      confirmed: false,
      channel: 'email',
      subscribedAt: '2025-01-31T10:00:00Z',
      confirmedAt: null,
      unsubscribedAt: null,
      source: 'integration',
      ipAddress: null,
    },
    addressBilling: address,
    addressShipping: null,
    orderCount: 3,
    totalSpent: 12_345,
  };
}

function product(row: PaperRow): ProductData {
  return {
    ...common(row),
    name: 'Lamp',
    status: 'active',
    categories: ['Light'],
    sourceCustomId: null,
    sku: `L-${row.id}`,
    description: null,
    url: null,
    imageUrl: null,
    currency: 'EUR',
    brandName: null,
    targetGroup: null,
    price: 1999,
    originalPrice: null,
    orderCount: null,
  };
}

function order(row: PaperRow): OrderData {
  return {
    ...common(row),
    status: 'shipped',
    currency: 'EUR',
    total: 3998,
    lineItems: [
      {
        sourceId: `${row.id}-1`,
        productSourceId: '1',
        name: 'Lamp',
        quantity: 2,
        unitPrice: 1999,
        total: 3998,
        productId: null,
        productCustomId: null,
        sku: 'L-1',
        currency: 'EUR',
      },
    ],
    sourceOrderNumber: `N${row.id}`,
    customerId: null,
    customerSourceId: '1',
    totalTax: 638,
    totalShipping: null,
    addressBilling: address,
    addressShipping: address,
    datePaid: null,
  };
}

/** A record of a made-up platform that keeps every rule. */
export const paperRecords: { [C in SystemCapability]: (row: PaperRow) => RecordOf[C] } = {
  customers: customer,
  products: product,
  orders: order,
};
