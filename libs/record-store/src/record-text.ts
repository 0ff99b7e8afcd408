import type { SystemCapability } from '@sync/records';
import { contentColumns } from './columns';

function instant(column: string): string {
  return `to_char(stored.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}

/** A deleted product has the status `deleted` regardless of the status the shop last sent. */
function served(capability: SystemCapability, name: string): string {
  return capability === 'products' && name === 'status'
    ? `case when stored.deleted_at is null then stored.status else 'deleted' end as status`
    : `stored.${name}`;
}

/** SQL of the records that fulfil a condition on `stored`, each as JSON text. `connectionId`: SQL of the connection to their shop. */
export function recordText(capability: SystemCapability, condition: string, connectionId: string): string {
  const links = capability === 'orders' ? ['customer_id'] : [];
  const fields = ['id', ...contentColumns[capability].map(({ name }) => name), ...links];
  return `
  select row_to_json(member)::text
  from ${capability} stored
  cross join lateral (select ${fields.map((name) => served(capability, name)).join(', ')}, ${connectionId} as system_connection_id, ${instant('synced_at')}, ${instant('deleted_at')}) member
  where ${condition}`;
}
