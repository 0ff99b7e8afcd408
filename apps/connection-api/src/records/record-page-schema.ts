import type { Schemas } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { exampleOf } from './schema-example';
import { recordSchemas, ref } from './record-schemas';

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

const pages = {
  customers: { name: 'CustomerPage', page: pageOf('Customer') },
  orders: { name: 'OrderPage', page: pageOf('Order') },
  products: { name: 'ProductPage', page: pageOf('Product') },
} satisfies Record<SystemCapability, object>;

/** Schemas that the description of the records feed refers to. */
export const feedSchemas: Schemas = {
  ...recordSchemas,
  ...Object.fromEntries(Object.values(pages).map(({ name, page }) => [name, page])),
};

const contentOf = ({ name, page }: (typeof pages)[SystemCapability]) => ({
  'application/json': {
    schema: ref(name),
    examples: { page: { summary: 'A page with one record', value: exampleOf(page, feedSchemas) } },
  },
});

/** The response of each record type, with an example. */
export const recordPageContents = {
  customers: contentOf(pages.customers),
  orders: contentOf(pages.orders),
  products: contentOf(pages.products),
};
