import type { TextScope, SqlRunner } from '@sync/postgres';
import { findShopId, type ErasureScope } from '@sync/record-store';
import { Problem } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';

/** Whose records a caller may ask about: those of all shops of its tenant, or those of its own shop for the shop's plugin. */
export async function scopeOf(sql: SqlRunner, caller: Caller): Promise<ErasureScope & TextScope> {
  const tenantId = tenantOf(caller);
  if (caller.tokenName !== 'plugin-widget') return { tenantId, shopId: null, connectionId: null };
  const { connectionId } = caller;
  const shopId = await findShopId(sql, connectionId);
  if (shopId === null) throw new Problem('forbidden', 'Nothing of this shop is stored under its connection.');
  return { tenantId, shopId, connectionId };
}
