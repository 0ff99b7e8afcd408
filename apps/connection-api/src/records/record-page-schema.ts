import { exampleOf } from './schema-example';
import { recordSchemas, ref } from './record-schemas';
import type { Schemas } from './schema-of';

const pageOf = (record: keyof typeof recordSchemas) => ({
  type: 'object',
  required: ['data', 'next_cursor', 'has_more'],
  properties: {
    data: { type: 'array', items: ref(record) },
    next_cursor: {
      type: 'string',
      description: 'Keep the last one: later changes follow it.',
      example: 'WyJjdXN0b21lcnMiLCI3MzEiXQ',
    },
    has_more: {
      type: 'boolean',
      description: 'Whether more records can be read now. A page may be short although more follow.',
      example: false,
    },
  },
});

const pages = { customers: pageOf('Customer'), orders: pageOf('Order'), products: pageOf('Product') };

/** Schemas that the description of the records feed refers to. */
export const feedSchemas: Schemas = {
  ...recordSchemas,
  CustomerPage: pages.customers,
  OrderPage: pages.orders,
  ProductPage: pages.products,
};

/** With one example per record type. anyOf, because an empty page matches every type. */
export const recordPageContent = {
  'application/json': {
    schema: { anyOf: [ref('CustomerPage'), ref('OrderPage'), ref('ProductPage')] },
    examples: Object.fromEntries(
      Object.entries(pages).map(([type, page]) => [type, { summary: type, value: exampleOf(page, feedSchemas) }]),
    ),
  },
};
