import type { Schemas } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { exampleOf } from './schema-example';
import { recordSchemas, ref, schemaOf } from './record-schemas';

const pageOf = (record: keyof typeof recordSchemas) => ({
  type: 'object',
  required: ['data', 'left', 'next_cursor', 'has_more'],
  properties: {
    data: { type: 'array', items: ref(record) },
    left: {
      type: 'array',
      items: ref('DepartedSource'),
      description:
        'Sources that left since the cursor; mostly none. Take them into account before `data`: records of them on the same page came back later.',
    },
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

/** A line has a record or a departure. */
const lineOf = (record: keyof typeof recordSchemas) => ({
  type: 'object',
  required: ['cursor'],
  properties: {
    cursor: { type: 'string', description: 'To read on after this line.', example: 'WyJjdXN0b21lcnMiLCI3MzEiXQ' },
    record: ref(record),
    source_left: { ...departedSource.properties.source_left, example: undefined },
  },
});

/** A source whose records the caller may read no more. */
const departedSource = {
  type: 'object',
  required: ['source_left'],
  properties: {
    source_left: {
      type: 'object',
      description: 'Drop the records of this connection. If they come back, the feed has all of them again.',
      required: ['system_connection_id', 'reason', 'at'],
      properties: {
        system_connection_id: { type: 'string', format: 'uuid', example: '01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07' },
        reason: {
          type: 'string',
          enum: ['disconnected', 'uninstalled', 'rule_off'],
          description: 'The shop was disconnected or uninstalled, or no active sync rule gives its records of this type to the caller.',
          example: 'disconnected',
        },
        at: { type: 'string', format: 'date-time', example: '2026-03-02T09:15:00.000Z' },
      },
    },
  },
};

/** Schemas that the description of the records feed refers to. */
export const feedSchemas: Schemas = {
  ...recordSchemas,
  DepartedSource: departedSource,
  ...Object.fromEntries(
    Object.values(schemaOf).flatMap((record) => [
      [`${record}Page`, pageOf(record)],
      [`${record}Line`, lineOf(record)],
    ]),
  ),
};

/** The response with a page of records, with an example. */
export function recordPageContent(capability: SystemCapability) {
  const record = schemaOf[capability];
  const value = exampleOf(pageOf(record), feedSchemas);
  return {
    'application/json': { schema: ref(`${record}Page`), examples: { page: { summary: 'A page with one record', value } } },
    'application/x-ndjson': {
      schema: ref(`${record}Line`),
      examples: { line: { summary: 'A line', value: exampleOf(lineOf(record), feedSchemas) } },
    },
  };
}
