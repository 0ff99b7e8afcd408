import type { SystemCapability } from '@sync/records';
import { contentColumns, type Column } from './columns';

type Type = Column<never>['type'];

/** Of a time: a quoted text of ISO 8601. */
const instant = (column: string) => `'"' || to_char(stored.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;

/** A deleted product has the status `deleted` regardless of the status the shop last sent. */
function served(capability: SystemCapability, name: string): string {
  return capability === 'products' && name === 'status'
    ? `case when stored.deleted_at is null then stored.status else 'deleted' end`
    : `stored.${name}`;
}

/** SQL of a value as JSON text. */
function jsonOf(value: string, type: Type): string {
  if (type === 'bigint' || type === 'json') return `${value}::text`;
  return type === 'uuid' ? `'"' || ${value} || '"'` : `to_json(${value})::text`;
}

/**
 * SQL of the records that fulfil a condition on `stored`, each as JSON text. `connectionId`: SQL of the connection to their shop. Put
 * together column by column, because `row_to_json` takes twice as long: it looks up the type of each column of each record.
 */
export function recordText(capability: SystemCapability, condition: string, connectionId: string): string {
  const members: (readonly [string, string])[] = [
    ['id', jsonOf('stored.id', 'uuid')],
    ...contentColumns[capability].map(({ name, type }) => [name, jsonOf(served(capability, name), type)] as const),
    ...(capability === 'orders' ? [['customer_id', jsonOf('stored.customer_id', 'uuid')] as const] : []),
    ['system_connection_id', jsonOf(connectionId, 'uuid')],
    ['synced_at', instant('synced_at')],
    ['deleted_at', instant('deleted_at')],
  ];
  const parts = members.map(([name, json], index) => `'${index === 0 ? '{' : ','}"${name}":', coalesce(${json}, 'null')`);
  return `
  select concat(${parts.join(', ')}, '}')
  from ${capability} stored
  where ${condition}`;
}
