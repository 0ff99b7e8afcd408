import { exampleOf } from './schema-example';
import { recordSchemas, ref } from './record-schemas';
import type { Schemas } from './schema-of';

const pageOf = (record: keyof typeof recordSchemas) => ({
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: {
    data: { type: 'array', items: ref(record) },
    next_cursor: {
      type: 'string',
      nullable: true,
      description: 'Keep the last one: what is written later follows it. Null when data is empty: nothing is new.',
      example: 'WyJjdXN0b21lcnMiLCI3MzEiXQ',
    },
  },
});

const pages = { customers: pageOf('Customer'), orders: pageOf('Order'), products: pageOf('Product') };

/** The schemas that a description of the records feed refers to. */
export const feedSchemas: Schemas = {
  ...recordSchemas,
  CustomerPage: pages.customers,
  OrderPage: pages.orders,
  ProductPage: pages.products,
};

/** Of one type, with an example of each. An empty page is one of any type. */
export const recordPageContent = {
  'application/json': {
    schema: { anyOf: [ref('CustomerPage'), ref('OrderPage'), ref('ProductPage')] },
    examples: Object.fromEntries(
      Object.entries(pages).map(([type, page]) => [type, { summary: type, value: exampleOf(page, feedSchemas) }]),
    ),
  },
};
