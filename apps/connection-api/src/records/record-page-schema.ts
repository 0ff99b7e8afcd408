/** What every record carries; the other members depend on its type and are described in the specification. */
const record = {
  type: 'object',
  required: ['id', 'source_id', 'system', 'system_connection_id', 'synced_at', 'created_at', 'updated_at', 'custom_attributes'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    source_id: { type: 'string', description: "The platform's own identifier." },
    system: { type: 'string' },
    system_connection_id: { type: 'string', format: 'uuid' },
    created_at: { type: 'string', description: 'As the platform tells it.' },
    updated_at: { type: 'string', description: 'As the platform tells it.' },
    synced_at: { type: 'string', format: 'date-time' },
    deleted_at: { type: 'string', format: 'date-time', nullable: true },
    custom_attributes: {
      type: 'array',
      items: { type: 'object', required: ['key', 'value'], properties: { key: { type: 'string' }, value: {} } },
    },
  },
  additionalProperties: true,
};

export const recordPageSchema = {
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: {
    data: { type: 'array', items: record },
    next_cursor: {
      type: 'string',
      nullable: true,
      description: 'Keep the last one: what is written later follows it. Null when data is empty: nothing is new.',
    },
  },
};
