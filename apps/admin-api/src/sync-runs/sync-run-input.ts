import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { PageInput, SyncRunRepresentation } from '@sync/http-api';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { syncRunStatuses, type PageRangeProgress, type SyncRunStatus } from '@sync/sync-runs';
import { IsIn, IsOptional } from 'class-validator';
import { IdFilter } from '../work/filters';
import { WorkPlace } from '../work/work-place';

export class ListSyncRunsInput extends PageInput {
  @IdFilter('Runs of the connections of this tenant.')
  tenant_id?: string;

  @IdFilter('Runs of this connection.')
  connection_id?: string;

  @ApiPropertyOptional({ enum: [...syncRunStatuses] })
  @IsOptional()
  @IsIn(syncRunStatuses)
  status?: SyncRunStatus;

  @ApiPropertyOptional({ enum: [...systemCapabilities] })
  @IsOptional()
  @IsIn(systemCapabilities)
  capability?: SystemCapability;
}

/** A run with the connection that it fetches from. */
export class PlacedSyncRun extends IntersectionType(SyncRunRepresentation, WorkPlace) {}

class PageRangeRepresentation {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The pass over the list. A list that changed while it was read gets another.' })
  pass: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  first_page: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  last_page: number;

  @ApiProperty({ enum: ['pending', 'running', 'done'] })
  status: PageRangeProgress['status'];

  @ApiProperty({ type: 'integer', minimum: 0 })
  pages_done: number;
}

export class SyncRunDetail extends PlacedSyncRun {
  @ApiProperty({ type: [PageRangeRepresentation], description: 'Pages that are fetched together. Empty once the run has ended.' })
  page_ranges: PageRangeRepresentation[];
}

export function presentPageRange({ pass, firstPage, lastPage, status, pagesDone }: PageRangeProgress): PageRangeRepresentation {
  return { pass, first_page: firstPage, last_page: lastPage, status, pages_done: pagesDone };
}
