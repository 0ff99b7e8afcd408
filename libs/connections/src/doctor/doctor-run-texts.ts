import type { NamingTexts } from '@sync/postgres';

/** What examinations found. */
export const doctorRunTexts: NamingTexts = {
  table: 'doctor_runs',
  isOfTenant: 'system_connection_id in (select id from system_connections where tenant_id = $1)',
  texts: ['error', 'problem'],
  objects: ['findings'],
};
