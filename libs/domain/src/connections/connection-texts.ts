import type { NamingTexts } from '@sync/postgres';

/** Why connections are out of service. */
export const connectionTexts: NamingTexts = {
  table: 'system_connections',
  isOfTenant: 'tenant_id = $1',
  texts: [],
  objects: ['status_reason'],
};
