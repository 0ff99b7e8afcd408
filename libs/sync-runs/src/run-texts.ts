import type { NamingTexts } from '@sync/postgres';

/** What runs say to people. */
export const runTexts: NamingTexts = {
  table: 'sync_runs',
  isOfTenant: 'system_connection_id in (select id from system_connections where tenant_id = $1)',
  texts: ['error', 'incomplete', 'waiting_reason'],
};
