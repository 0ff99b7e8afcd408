import { ApiProperty } from '@nestjs/swagger';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { syncModes, syncRunStatuses, type SyncMode, type SyncRun, type SyncRunStatus } from '@sync/sync-runs';

const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** What a run waits for. It goes on by itself. */
export class WaitingRepresentation {
  @ApiProperty({ description: 'In words for a person.' })
  reason: string;

  @ApiProperty({ format: 'date-time', description: 'When the shop is asked again. In the past: it is being asked now.' })
  until: string;
}

/** What a run that succeeded has left out. */
export class IncompleteRepresentation {
  @ApiProperty({ description: 'In words for a person.' })
  reason: string;
}

export class SyncRunRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...systemCapabilities] })
  capability: SystemCapability;

  @ApiProperty({ enum: [...syncModes] })
  mode: SyncMode;

  @ApiProperty({ enum: [...syncRunStatuses] })
  status: SyncRunStatus;

  @ApiProperty({
    type: () => WaitingRepresentation,
    nullable: true,
    description: 'Why the run waits: the shop fails, is slow or asked to wait. Null unless it is waiting.',
  })
  waiting: WaitingRepresentation | null;

  @ApiProperty({ ...nullableTime, description: 'Fetches only records modified after this instant. Null: all records.' })
  modified_after: string | null;

  @ApiProperty({ ...count, nullable: true, description: 'Null until the shop has reported it.' })
  pages_total: number | null;

  @ApiProperty(count)
  pages_done: number;

  @ApiProperty({ ...count, nullable: true, description: 'Rows that the list had when the run began. Null: the shop did not say.' })
  rows_listed: number | null;

  @ApiProperty(count)
  records_fetched: number;

  @ApiProperty(count)
  records_written: number;

  @ApiProperty(count)
  records_skipped: number;

  @ApiProperty({ ...count, description: 'Records that two lists in a row no longer showed and that are therefore deleted.' })
  records_deleted: number;

  @ApiProperty({
    ...count,
    description:
      'Records that the shop no longer lists and that are too many to delete unasked. 0 once confirmed, or replaced by a newer list.',
  })
  deletions_held_back: number;

  @ApiProperty({
    type: () => IncompleteRepresentation,
    nullable: true,
    description:
      'The shop may have records that this run did not read. Null: as far as the shop says, it read all. Null, too, when it failed.',
  })
  incomplete: IncompleteRepresentation | null;

  @ApiProperty({ ...count, description: 'Requests to the shop. Counted whenever a batch of pages ends.' })
  requests: number;

  @ApiProperty({ ...count, description: 'Bytes of the bodies of its responses, once decompressed.' })
  bytes: number;

  @ApiProperty({ ...count, description: 'How long the run waited for its shop, or for a place among the requests to it. Milliseconds.' })
  waiting_ms: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Human-readable reason of the failure.' })
  error: string | null;

  @ApiProperty(nullableTime)
  started_at: string | null;

  @ApiProperty(nullableTime)
  finished_at: string | null;
}

export function presentSyncRun(run: SyncRun): SyncRunRepresentation {
  return {
    id: run.id,
    capability: run.capability,
    mode: run.mode,
    status: run.status,
    waiting: run.waiting && { reason: run.waiting.reason, until: run.waiting.until.toISOString() },
    modified_after: run.modifiedAfter?.toISOString() ?? null,
    pages_total: run.pagesTotal,
    pages_done: run.pagesDone,
    rows_listed: run.rowsListed,
    records_fetched: run.recordsFetched,
    records_written: run.recordsWritten,
    records_skipped: run.recordsSkipped,
    records_deleted: run.recordsDeleted,
    deletions_held_back: run.deletionsHeldBack,
    incomplete: run.incomplete === null ? null : { reason: run.incomplete },
    requests: run.requests,
    bytes: run.bytes,
    waiting_ms: run.waitingMs,
    error: run.error,
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}
