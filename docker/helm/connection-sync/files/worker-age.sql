select coalesce(ceil(extract(epoch from now() - min(since))), 0)
from (
  select min(not_before) as since from tasks
  where state = 'pending' and not_before > '-infinity' and not_before <= now() and queue <> 'page-ranges' and shop_host = ''
  union all
  select min(greatest(waiting.first_due, host.claimed_at))
  from (
    select shop_host, min(not_before) as first_due from (
      select shop_host, not_before from tasks where state = 'pending' and not held and shop_host <> '' and not_before <= now() limit 10000
    ) due group by shop_host
  ) waiting
    join shop_hosts host on host.host = waiting.shop_host and (host.wait_until is null or host.wait_until <= now())
  where host.max_in_flight > (
    select count(*) from tasks where state = 'pending' and held and shop_host = host.host and shop_host <> ''
  )
) oldest
