import type { NamingTexts } from '@sync/postgres';

/** Why connections are out of service. */
export const connectionTexts: NamingTexts = {
  table: 'system_connections',
  isOfTenant: 'tenant_id = $1',
  texts: [],
  objects: ['status_reason'],
};

/** What examinations found. */
export const doctorRunTexts: NamingTexts = {
  table: 'doctor_runs',
  isOfTenant: 'system_connection_id in (select id from system_connections where tenant_id = $1)',
  texts: ['error', 'problem'],
  objects: ['findings'],
};
