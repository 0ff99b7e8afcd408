import type { Finding } from '@sync/integration-contract';
import type { SqlRunner } from '@sync/postgres';
import type { DisabledReason, EndpointStatus } from './webhook-endpoint';

/** At most so many are named. */
const maxNamed = 3;

/** Endpoints that hear of a connection: those of its tenant that are not limited to other connections. */
const hearing = `
  select endpoint.id, endpoint.url, endpoint.status, endpoint.disabled_reason as "disabledReason", endpoint.failing_since as "failingSince"
  from webhook_endpoints endpoint
    join system_connections connection on connection.tenant_id = endpoint.tenant_id
  where connection.id = $1 and (endpoint.source_connection_ids is null or connection.id = any (endpoint.source_connection_ids))
  order by endpoint.failing_since limit 500`;

interface HearingEndpoint {
  id: string;
  url: string;
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  failingSince: Date | null;
}

/** Whether callers hear of the connection's changes, as a finding of the shop doctor. Null: no endpoint would. */
export async function examineEndpoints(sql: SqlRunner, connectionId: string): Promise<Finding | null> {
  const endpoints = await sql.query<HearingEndpoint[]>(hearing, [connectionId]);
  if (endpoints.length === 0) return null;
  const claim = { name: 'caller-webhooks', title: 'The webhook endpoints of callers take what they are sent' };
  const ailing = endpoints.filter(({ status, failingSince }) => status !== 'paused' && failingSince !== null);
  if (ailing.length === 0)
    return {
      ...claim,
      verdict: 'good',
      evidence: 'No endpoint that hears of this shop is failing or disabled.',
      cause: null,
      advice: null,
    };
  const more = ailing.length > maxNamed ? [`Failing or disabled, too: ${ailing.length - maxNamed} more.`] : [];
  return {
    ...claim,
    verdict: 'notice',
    evidence: [...ailing.slice(0, maxNamed).map(inWords), ...more].join(' '),
    cause: 'The caller hears of no change. Its records feed has every one of them.',
    advice: "The caller repairs the endpoint, and enables it again if it is disabled. The last deliveries show the endpoint's responses.",
  };
}

/** Without the path and query of the address, which may hold a secret. */
function inWords({ id, url, status, disabledReason, failingSince }: HearingEndpoint): string {
  const why = disabledReason === 'gone' ? ' after a response with 410' : '';
  const stands = status === 'disabled' ? `is disabled${why}` : 'is failing';
  return `Endpoint ${id} at ${new URL(url).host} ${stands}: no delivery has succeeded since ${failingSince?.toISOString()}.`;
}
