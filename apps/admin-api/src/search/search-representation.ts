import type { SystemConnectionStatus } from '@sync/domain';
import { Example, StatusReasonRepresentation } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { IsString, Matches, MaxLength } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { NamedReference } from '../work/work-place-representation';

/** An address is at most 254 characters. */
const maxLength = 254;
const { connection, tenant } = exampleValues.place;

@Example<SearchInput>({ text: 'erika@example.com' })
export class SearchInput {
  /** At least three characters, apart from spaces around them. */
  @IsString()
  @MaxLength(maxLength)
  @Matches(/\S[^]+\S/, { message: 'text must have at least three characters' })
  text: string;
}

export type SearchKind = 'tenants' | 'connections' | SystemCapability | 'sync_runs' | 'failed_tasks' | 'webhook_endpoints';

export class SearchHit {
  /** Of a record: its id in the shop. */
  id: string;

  /**
   * Of a tenant or connection. The number of an order, else the id of a record in the shop. What a run reads. Which work has failed. The
   * address of a webhook endpoint without its query.
   */
  name: string;

  /** That it belongs to. Null for a tenant, and for work of none. */
  connection: NamedReference | null;

  /** That it belongs to. Null for work and connections of none. */
  tenant: NamedReference | null;

  /** Of a connection. Null for what belongs to one. */
  status: SystemConnectionStatus | null;

  /** Of a connection: why it does not work. */
  status_reason: StatusReasonRepresentation | null;
}

export class SearchGroup {
  kind: SearchKind;

  hits: SearchHit[];

  /** There are more. A longer text finds fewer. */
  has_more: boolean;
}

@Example<SearchResults>({
  data: [{ kind: 'orders', hits: [{ id: '515', name: '1001', connection, tenant, status: null, status_reason: null }], has_more: false }],
})
export class SearchResults {
  /** Kinds of which something was found. */
  data: SearchGroup[];
}
