import type { NamingTexts } from '@sync/postgres';

/** What examinations found. */
export const doctorRunTexts: NamingTexts = {
  table: 'doctor_runs',
  isInScope: 'system_connection_id in (select id from system_connections where tenant_id = $1 and ($3::uuid is null or id = $3))',
  texts: ['error', 'problem'],
  objects: ['findings'],
};
