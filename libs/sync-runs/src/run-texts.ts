import type { NamingTexts } from '@sync/postgres';

/** What runs say to people. */
export const runTexts: NamingTexts = {
  table: 'sync_runs',
  isInScope: 'system_connection_id in (select id from system_connections where tenant_id = $1 and ($3::uuid is null or id = $3))',
  texts: ['error', 'incomplete', 'waiting_reason'],
};
