import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, written, type Page, type Wire } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReasonInput } from '../connections/connections-input';
import { PathId } from '../path-id';
import { exampleRun, ListSyncRunsInput, PlacedSyncRun, SyncRunDetail } from './sync-run-input';
import { AllSyncRuns } from './sync-runs';

const cancelled: Wire<SyncRunDetail> = {
  ...exampleRun,
  status: 'cancelled',
  error: 'An administrator cancelled it.',
  finished_at: '2026-01-05T12:03:00.000Z',
  page_ranges: [],
};

const confirmed: Wire<SyncRunDetail> = {
  ...cancelled,
  mode: 'reconcile',
  modified_after: null,
  status: 'succeeded',
  error: null,
  records_deleted: 120,
};

@ApiTags('Sync runs')
@RequiresSession('work')
@Controller('api/admin/sync-runs')
export class SyncRunsController {
  constructor(private readonly runs: AllSyncRuns) {}

  /**
   * List sync runs
   * @remarks Newest first. While a run is open, its counters grow. A support user sees runs of connections that it sees in full.
   */
  @Get()
  @ApiPage(PlacedSyncRun)
  listSyncRuns(@RequestUser() user: SignedInUser, @Query() input: ListSyncRunsInput): Promise<Page<PlacedSyncRun>> {
    return this.runs.list(user, input);
  }

  /**
   * Read one sync run
   * @remarks With the pages that are being fetched. 403 for a support user who sees only the status of the connection.
   * @returns The run
   */
  @Get(':id')
  getSyncRun(@RequestUser() user: SignedInUser, @PathId('id', 'sync run') id: string): Promise<SyncRunDetail> {
    return this.runs.show(user, id);
  }

  /**
   * Cancel a sync run
   * @remarks What it has stored stays. The next run of the capability starts from the last one that succeeded. 409 when it has ended.
   */
  @Post(':id/cancel')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: SyncRunDetail, description: 'The cancelled run', ...written(cancelled) })
  @ApiProblems('conflict')
  cancelSyncRun(@RequestUser() user: SignedInUser, @PathId('id', 'sync run') id: string): Promise<SyncRunDetail> {
    return this.runs.cancel(user, id);
  }

  /**
   * Confirm the deletions that a sync run holds back
   * @remarks A worker deletes the records that the shop no longer lists: records_deleted grows. Records that were listed or changed since
   * then stay. 409 when the run holds none back, or a newer list has replaced its own.
   */
  @Post(':id/confirm-deletions')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiBody({ type: ReasonInput, ...written({ reason: 'The shop has deleted its old orders.' }) })
  @ApiAcceptedResponse({ type: SyncRunDetail, description: 'The run', ...written(confirmed) })
  @ApiProblems('conflict')
  confirmDeletions(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'sync run') id: string,
    @Body() input: ReasonInput,
  ): Promise<SyncRunDetail> {
    return this.runs.confirmDeletions(user, id, input.reason);
  }
}
