import type { EntityManager } from 'typeorm';

export type EndStatus = 'succeeded' | 'failed' | 'cancelled';

interface RunEnd {
  status: EndStatus;
  /** In words for a person; null when there is nothing to explain. */
  error: string | null;
}

/** The counters of the ranges are added up on the run, and the ranges go: what was still to be fetched of it is not fetched any more. */
const endRuns = `
  with ended as (
    update sync_runs run set status = $2, error = $3, finished_at = now(),
      pages_done = counted.pages_done, records_fetched = counted.fetched, records_written = counted.written, records_skipped = counted.skipped
    from (
      select asked.id, coalesce(sum(range.pages_done), 0) as pages_done, coalesce(sum(range.records_fetched), 0) as fetched,
        coalesce(sum(range.records_written), 0) as written, coalesce(sum(range.records_skipped), 0) as skipped
      from unnest($1::uuid[]) as asked (id) left join sync_run_ranges range on range.sync_run_id = asked.id
      group by asked.id
    ) counted
    where run.id = counted.id and run.status in ('queued', 'running')
    returning run.id
  ), removed as (
    delete from sync_run_ranges where sync_run_id in (select id from ended)
  )
  select id from ended`;

/** Ends those of the runs that are queued or running, and returns them. The caller holds the lock of the connection's syncs. */
export async function endSyncRuns(manager: EntityManager, runIds: readonly string[], { status, error }: RunEnd): Promise<string[]> {
  const ended = await manager.query<{ id: string }[]>(endRuns, [runIds, status, error]);
  return ended.map(({ id }) => id);
}

/** Ids of a connection's queued and running runs. */
export async function openRunsOf(manager: EntityManager, connectionId: string): Promise<string[]> {
  const open = await manager.query<{ id: string }[]>(
    `select id from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`,
    [connectionId],
  );
  return open.map(({ id }) => id);
}
