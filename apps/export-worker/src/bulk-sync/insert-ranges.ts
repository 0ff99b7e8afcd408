import type { SyncRun } from '@sync/domain';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { PageRange } from './plan-ranges';

const statement = `
  insert into sync_run_ranges
    (id, sync_run_id, system_connection_id, capability, reading, first_page, last_page, next_page, per_page, status)
  select range.id, $1, $2, $3, $4, range.first_page, range.last_page, range.first_page, $5, 'pending'
  from jsonb_to_recordset($6::jsonb) as range (id uuid, first_page integer, last_page integer)`;

interface PlannedReading {
  /** 1: the first one of the run. */
  reading: number;
  perPage: number;
  ranges: readonly PageRange[];
}

/** Ranges of a reading, to be fetched. The caller holds the lock of the connection's syncs. */
export async function insertRanges(manager: EntityManager, run: SyncRun, { reading, perPage, ranges }: PlannedReading): Promise<void> {
  const rows = ranges.map(({ firstPage, lastPage }) => ({ id: uuidv7(), first_page: firstPage, last_page: lastPage }));
  await manager.query(statement, [run.id, run.systemConnectionId, run.capability, reading, perPage, JSON.stringify(rows)]);
}
