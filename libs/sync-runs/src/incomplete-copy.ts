/**
 * SQL of the reason why a connection's records are not all that its shop has, and since when: that of its latest incomplete run, until a
 * later run of its capability heals it. A run that failed, or that read only changes, is healed by any success. Once a run of all
 * records was incomplete, only a complete one of all records brings what it left out.
 */
export function incompleteCopy(connectionId: string): string {
  return `
    select latest.reason, latest.since from (
      select distinct on (run.capability) run.id, run.capability, run.incomplete as reason, run.finished_at as since,
        run.status = 'succeeded' and run.modified_after is null as was_of_all
      from sync_runs run
      where run.system_connection_id = ${connectionId} and run.incomplete is not null and run.status in ('succeeded', 'failed')
      order by run.capability, run.id desc
    ) latest
    where not exists (
      select from sync_runs later
      where later.system_connection_id = ${connectionId} and later.capability = latest.capability and later.id > latest.id
        and later.status = 'succeeded' and later.incomplete is null and (later.modified_after is null or not latest.was_of_all)
    )
    order by latest.id desc limit 1`;
}
