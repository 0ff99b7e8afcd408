/**
 * SQL that moves a range's checkpoint on, for the statement that writes the page's records: both happen or neither. `takenPage`
 * locks the range while it is that page's turn and run and connection are live. `advance` reads the CTEs `page` (the result of
 * `takenPage`) and `written` (the records written).
 * Parameters: $1 shop, $7 the task of the range, $8 page, $9 rows fetched, $10 rows skipped, $11 rows of the list, $12 keys of the rows seen, $13 of
 * newer rows.
 */
export const pageCheckpointSql = {
  takenPage: `
  select range.task_id
  from page_ranges range
  join sync_runs run on run.id = range.sync_run_id
  join system_connections connection on connection.id = range.system_connection_id
  join shops shop on shop.system_connection_id = range.system_connection_id
  where range.task_id = $7 and range.next_page = $8 and shop.id = $1
    and run.status = 'running' and connection.status = 'active'
  for no key update of range`,
  advance: `
  update page_ranges range set
    next_page = range.next_page + 1,
    pages_done = range.pages_done + 1,
    records_fetched = range.records_fetched + $9,
    records_written = range.records_written + (select count(*) from written),
    records_skipped = range.records_skipped + $10,
    list_totals = array_append(range.list_totals, $11::integer),
    seen_keys = range.seen_keys || array(select hashtextextended(key, 0) from unnest($12::text[]) as key),
    newer_keys = range.newer_keys || array(select hashtextextended(key, 0) from unnest($13::text[]) as key)
  from page where range.task_id = page.task_id
  returning range.task_id`,
};
