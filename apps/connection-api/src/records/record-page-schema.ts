import type { Schemas } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { exampleOf } from './schema-example';
import { recordSchemas, ref, schemaOf } from './record-schemas';

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

/** Schemas that the description of the records feed refers to. */
export const feedSchemas: Schemas = {
  ...recordSchemas,
  ...Object.fromEntries(Object.values(schemaOf).map((record) => [`${record}Page`, pageOf(record)])),
};

/** The response with a page of records, with an example. */
export function recordPageContent(capability: SystemCapability) {
  const record = schemaOf[capability];
  const value = exampleOf(pageOf(record), feedSchemas);
  return {
    'application/json': { schema: ref(`${record}Page`), examples: { page: { summary: 'A page with one record', value } } },
  };
}
