import { initialise } from '../testing/actors';
import type { StormShop, StormTenant } from './storm-tenant';
import type { StormyService } from './stormy-service';
import { differences, undisturbedRun, wrongs } from './verdict';

/** What a storm left of one tenant. */
export interface TenantVerdict {
  tenant: string;
  role: 'attacker' | 'victim';
  /** Webhooks acknowledged, and those of them that took effect. */
  accepted: number;
  /** Null: not known from outside. */
  effected: number | null;
  /** Runs, and those of them that succeeded. */
  runs: number;
  succeeded: number;
  /** Live records. */
  records: number;
  /** Records read from the feed, each as often as it came. */
  read: number;
  /** Whether its exports ended while the attackers' were running; null for an attacker. */
  isServed: boolean | null;
  /** In words; empty when everything is as it should be. */
  wrongs: string[];
}

interface Setting {
  isServed: boolean | null;
  /** False: work is left, so a comparison with an undisturbed run would say nothing. */
  isSettled: boolean;
}

const counts = `
  select
    (select count(*)::int from tasks where system_connection_id = any($1) and body_hash is not null and state = 'done') as effected,
    (select count(*)::int from sync_runs where system_connection_id = any($1)) as runs,
    (select count(*)::int from sync_runs where system_connection_id = any($1) and status = 'succeeded') as succeeded,
    (select count(*)::int from customers where shop_id = any($1) and deleted_at is null)
      + (select count(*)::int from products where shop_id = any($1) and deleted_at is null)
      + (select count(*)::int from orders where shop_id = any($1) and deleted_at is null) as records`;

export async function verdictOn(service: StormyService, tenant: StormTenant, { isServed, isSettled }: Setting): Promise<TenantVerdict> {
  const { plan, sender, feed, connectionIds, shops } = tenant;
  const found = await wrongs(service, sender, connectionIds);
  if (isServed === false) found.push('starved: its exports did not end while the attackers were exporting');
  if (isSettled) {
    found.push(...(await feed.wrongs()));
    found.push(...(await Promise.all(shops.map((shop) => unlikeUndisturbed(service, shop)))).flat());
  }
  const [row] = await service.rows<Pick<TenantVerdict, 'effected' | 'runs' | 'succeeded' | 'records'>>(counts, [connectionIds]);
  if (!row) throw new Error('Postgres counted nothing');
  return {
    tenant: plan.name,
    role: plan.role,
    accepted: sender.acknowledged.size,
    ...row,
    read: feed.changes,
    isServed,
    wrongs: found,
  };
}

async function unlikeUndisturbed(service: StormyService, { address, connectionId }: StormShop): Promise<string[]> {
  const undisturbed = await undisturbedRun(service, address, await initialise(service));
  const different = await differences(service, connectionId, undisturbed);
  return different.map(({ record, what }) => `${record} ${what}`);
}
