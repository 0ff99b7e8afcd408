import type { SearchGroup, SearchHit } from '../api/representations';
import type { TextKey } from '../language/language';
import { addressOf } from '../ui/use-filters';

type Kind = SearchGroup['kind'];

export const kindTexts = {
  tenants: 'nav.tenants',
  connections: 'nav.connections',
  customers: 'records.customers',
  products: 'records.products',
  orders: 'records.orders',
  sync_runs: 'connection.runs',
  failed_tasks: 'nav.failedWork',
  webhook_endpoints: 'webhooks.title',
} as const satisfies Record<Kind, TextKey>;

/** Where a hit is shown. An id of a record is no secret, and what stands behind the `#` stays in the browser. */
export function linkTo(kind: Kind, { id, connection }: SearchHit): string {
  const onConnection = (filters: Record<string, string>) => `/connections/${connection?.id ?? ''}?${addressOf(filters)}`;
  switch (kind) {
    case 'tenants':
      // What is wrong may be at its product, which the list leaves out otherwise.
      return `/connections?${addressOf({ tenant_id: id, kind: 'all' })}`;
    case 'connections':
      return `/connections/${id}`;
    case 'sync_runs':
      return onConnection({ run: id });
    case 'failed_tasks':
      return `/failed-work/${id}`;
    case 'webhook_endpoints':
      return onConnection({ endpoint: id });
    default:
      return onConnection({ record: `${kind}/${id}` });
  }
}
