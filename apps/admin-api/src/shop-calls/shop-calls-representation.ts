import { ApiProperty } from '@nestjs/swagger';
import type { ShopCallDirection, ShopCalls } from '@sync/domain';
import { Example, type Count, type Instant, type Uuid } from '@sync/http-api';

@Example<ShopCallsRepresentation>({
  id: '01981c3a-05d1-7e44-9a63-2f8b7c1d0e07',
  direction: 'to_shop',
  what: 'GET api/orders?page&per_page&modified_after',
  outcome: '200',
  has_failed: false,
  calls: 12,
  mean_ms: 340,
  slowest_ms: 910,
  bytes: 1_840_331,
  first_at: '2026-02-10T08:30:00.000Z',
  last_at: '2026-02-10T08:52:29.000Z',
})
export class ShopCallsRepresentation {
  id: Uuid;

  /** `to_shop`: requests of the service. `from_shop`: webhooks. */
  direction: ShopCallDirection;

  /** Of requests the method and path, without ids and values; of webhooks the topic. Null: not known, or several. */
  what: string | null;

  /**
   * Of requests the status of the responses; without one `timeout`, `not_sent`, or the code of the failure. Of webhooks `accepted`,
   * `not_taken` (the connection takes none in its status), `unknown_topic`, `of_copy` (of the shop), or the type of the problem. `various`: an
   * hour counts only so many kinds of calls apart, and these are the others.
   */
  @ApiProperty({ example: '200' })
  outcome: string;

  has_failed: boolean;

  /** How many went alike. */
  calls: Count;

  mean_ms: Count;

  slowest_ms: Count;

  /** Of the bodies that the shop sent, once decompressed. */
  bytes: Count;

  first_at: Instant;

  last_at: Instant;
}

export function presentShopCalls({ hasFailed, meanMs, slowestMs, firstAt, lastAt, ...calls }: ShopCalls): ShopCallsRepresentation {
  return { ...calls, has_failed: hasFailed, mean_ms: meanMs, slowest_ms: slowestMs, first_at: firstAt, last_at: lastAt };
}
