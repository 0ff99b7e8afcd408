/** All members of the connection representation, sorted. */
export const connectionMembers = [
  'base_url',
  'capabilities',
  'configuration',
  'created_at',
  'disconnected_at',
  'external_user_id',
  'grace_deadline',
  'id',
  'last_connected_at',
  'meta',
  'name',
  'status',
  'system',
  'tenant_id',
  'updated_at',
];
