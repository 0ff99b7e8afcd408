select coalesce(ceil(extract(epoch from now() - min(not_before))), 0)
from tasks where state = 'pending' and not_before > '-infinity' and not_before <= now()
