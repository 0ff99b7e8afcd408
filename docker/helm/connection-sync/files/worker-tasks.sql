select
  (select count(*) from (select from tasks where state = 'pending' and held and not_before > '-infinity' limit 10000) running)
  + (select count(*) from (
      select from tasks
      where state = 'pending' and not_before > '-infinity' and not_before <= now() and queue <> 'page-ranges' and shop_host = '' limit 10000
    ) due)
  + (select coalesce(sum(least(waiting.tasks, greatest(host.max_in_flight - in_flight.tasks, 0))), 0)
    from (
      select shop_host, count(*) as tasks from (
        select shop_host from tasks where state = 'pending' and not held and shop_host <> '' and not_before <= now() limit 10000
      ) due group by shop_host
    ) waiting
      join shop_hosts host on host.host = waiting.shop_host and (host.wait_until is null or host.wait_until <= now())
      cross join lateral (
        select count(*) as tasks from tasks where state = 'pending' and held and shop_host = host.host and shop_host <> ''
      ) in_flight)
