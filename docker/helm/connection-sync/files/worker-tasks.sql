select
  (select count(*) from (select from tasks where state = 'pending' and not_before > '-infinity' and not_before <= now() limit 10000) due)
  + (select count(*) from (select from tasks where state = 'pending' and held limit 10000) running)
