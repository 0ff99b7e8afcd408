import { IntersectionType } from '@nestjs/swagger';
import {
  Example,
  PageInput,
  SyncRunRepresentation,
  type Count,
  type Position,
  type Uuid,
  type Wire,
  exampleQueuedRun,
} from '@sync/http-api';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { syncRunStatuses, type PageRangeProgress, type SyncRunStatus } from '@sync/sync-runs';
import { IsIn, IsOptional } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { IdFilter } from '../work/filters';
import { WorkPlace } from '../work/work-place-representation';

export class ListSyncRunsInput extends PageInput {
  /** Runs of the connections of this tenant. */
  @IdFilter()
  tenant_id?: Uuid;

  /** Runs of this connection. */
  @IdFilter()
  connection_id?: Uuid;

  @IsOptional()
  @IsIn(syncRunStatuses)
  status?: SyncRunStatus;

  @IsOptional()
  @IsIn(systemCapabilities)
  capability?: SystemCapability;
}

export const exampleRun: Wire<PlacedSyncRun> = {
  ...exampleQueuedRun,
  status: 'running',
  modified_after: '2026-01-05T11:55:00.000Z',
  pages_total: 12,
  pages_done: 7,
  rows_listed: 588,
  records_fetched: 350,
  records_written: 12,
  requests: 8,
  bytes: 1_240_000,
  started_at: '2026-01-05T12:02:00.000Z',
  ...exampleValues.place,
};

/** A run with the connection that it fetches from. */
@Example<PlacedSyncRun>(exampleRun)
export class PlacedSyncRun extends IntersectionType(SyncRunRepresentation, WorkPlace) {}

class PageRangeRepresentation {
  /** The pass over the list. A list that changed while it was read gets another. */
  pass: Position;

  first_page: Position;

  last_page: Position;

  status: PageRangeProgress['status'];

  pages_done: Count;
}

@Example<SyncRunDetail>({
  ...exampleRun,
  page_ranges: [{ pass: 1, first_page: 1, last_page: 12, status: 'running', pages_done: 7 }],
})
export class SyncRunDetail extends PlacedSyncRun {
  /** Pages that are fetched together. Empty once the run has ended. */
  page_ranges: PageRangeRepresentation[];
}

export function presentPageRange({ pass, firstPage, lastPage, status, pagesDone }: PageRangeProgress): PageRangeRepresentation {
  return { pass, first_page: firstPage, last_page: lastPage, status, pages_done: pagesDone };
}
