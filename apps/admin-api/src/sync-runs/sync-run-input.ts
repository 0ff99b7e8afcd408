import { IntersectionType } from '@nestjs/swagger';
import { PageInput, SyncRunRepresentation, type Count, type Position, type Uuid } from '@sync/http-api';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { syncRunStatuses, type PageRangeProgress, type SyncRunStatus } from '@sync/sync-runs';
import { IsIn, IsOptional } from 'class-validator';
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

/** A run with the connection that it fetches from. */
export class PlacedSyncRun extends IntersectionType(SyncRunRepresentation, WorkPlace) {}

class PageRangeRepresentation {
  /** The pass over the list. A list that changed while it was read gets another. */
  pass: Position;

  first_page: Position;

  last_page: Position;

  status: PageRangeProgress['status'];

  pages_done: Count;
}

export class SyncRunDetail extends PlacedSyncRun {
  /** Pages that are fetched together. Empty once the run has ended. */
  page_ranges: PageRangeRepresentation[];
}

export function presentPageRange({ pass, firstPage, lastPage, status, pagesDone }: PageRangeProgress): PageRangeRepresentation {
  return { pass, first_page: firstPage, last_page: lastPage, status, pages_done: pagesDone };
}
