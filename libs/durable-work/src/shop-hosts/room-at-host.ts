import { tasks } from '../task-map';

/** Its task comes first at a host: a probe is one short request, and nothing of its run can be fetched before it. */
const firstQueue = tasks['plan-sync-run'].queue;

/** SQL: the ids of the tasks that are in flight to a host. The order makes Postgres use the index. */
export const heldAt = (host: string): string => `
  (select id from tasks where state = 'pending' and held and shop_host = ${host} and shop_host <> '' order by id)`;

/**
 * SQL: one row if the host has room for one more task of the queue, with its `claims`; also for '', where a task asks no shop. Who locks the
 * host's row while its claims are still the same may claim one: no other has claimed since the count, and the end of a task only makes room.
 * `ceiling`: of requests in flight to one host.
 */
export const roomAtHost = (host: string, queue: string, ceiling: string): string => `
  select null::bigint as claims where ${host} = ''
  union all
  select shop_hosts.claims from shop_hosts
  where shop_hosts.host = ${host} and ${host} <> '' and (shop_hosts.wait_until is null or shop_hosts.wait_until <= now())
    and (select count(*) from ${heldAt('shop_hosts.host')} held) + case when ${queue} <> '${firstQueue}' then coalesce((
      select 1 from tasks
      where state = 'pending' and not held and shop_host = shop_hosts.host and shop_host <> ''
        and queue = '${firstQueue}' and not_before <= now()
      order by not_before limit 1
    ), 0) else 0 end < least(shop_hosts.max_in_flight, ${ceiling}::int)`;
