import type { NamingTexts } from '@sync/postgres';

/** Why connections are out of service. */
export const connectionTexts: NamingTexts = {
  table: 'system_connections',
  isInScope: 'tenant_id = $1 and ($3::uuid is null or id = $3)',
  texts: [],
  objects: ['status_reason'],
};
