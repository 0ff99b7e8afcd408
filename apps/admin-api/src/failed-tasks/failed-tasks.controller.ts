import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, sharedExamples, written, type Page } from '@sync/http-api';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReasonInput } from '../connections/connections-input';
import { PathId } from '../path-id';
import {
  DiscardFailedTasksInput,
  FailedTaskPayload,
  FailedTaskRepresentation,
  FailedTasksFilterInput,
  ListFailedTasksInput,
  ResolvedTasks,
} from './failed-task-representation';
import { FailedWork } from './failed-work';

const { ids, shop } = sharedExamples;
const task: FailedTaskRepresentation = {
  id: '01981c37-77a1-7b3e-8c2d-0f5e9a1b6d06',
  name: 'process-webhook',
  queue: 'webhooks',
  place: { connection: { id: ids.shop, name: shop.name }, tenant: { id: ids.tenant, name: 'Quiet Harbour 4821' } },
  attempts: 1,
  reason: 'The webhook does not say what it is about: its topic header is missing.',
  created_at: '2026-01-05T12:20:00.000Z',
  failed_at: '2026-01-05T12:20:01.000Z',
};
const payload = { payload: {}, webhook: { topic: null, delivery_id: '17', body: '{"id":515}' } };
const reason = 'The shop sent these before its plugin was repaired.';

@ApiTags('Failed tasks')
@RequiresSession()
@Controller('api/admin/failed-tasks')
export class FailedTasksController {
  constructor(private readonly work: FailedWork) {}

  /**
   * List failed tasks
   * @remarks Newest first, without payloads. A support user sees tasks of connections that it sees in full.
   */
  @Get()
  @ApiPage(FailedTaskRepresentation, written({ data: [task], next_cursor: null }))
  listFailedTasks(@RequestUser() user: SignedInUser, @Query() input: ListFailedTasksInput): Promise<Page<FailedTaskRepresentation>> {
    return this.work.list(user, input);
  }

  /**
   * Retry failed tasks by filter
   * @remarks A request retries 500 tasks at most, the newest first: repeat it with next_cursor as cursor until that is null. A support user
   * retries tasks of connections that it sees in full.
   */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: FailedTasksFilterInput, ...written({ queue: 'webhooks', connection_id: ids.shop }) })
  @ApiOkResponse({
    type: ResolvedTasks,
    description: 'How many are retried',
    ...written({ count: 12, has_more: false, next_cursor: null }),
  })
  retryFailedTasks(@RequestUser() user: SignedInUser, @Body() input: FailedTasksFilterInput): Promise<ResolvedTasks> {
    return this.work.retryAll(user, input);
  }

  /**
   * Discard failed tasks by filter
   * @remarks Super administrators only. A request discards 500 tasks at most, the newest first: repeat it with next_cursor as cursor until
   * that is null.
   */
  @Post('discard')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: DiscardFailedTasksInput, ...written({ queue: 'webhooks', connection_id: ids.shop, reason }) })
  @ApiOkResponse({
    type: ResolvedTasks,
    description: 'How many are discarded',
    ...written({ count: 12, has_more: false, next_cursor: null }),
  })
  discardFailedTasks(@RequestUser() user: SignedInUser, @Body() input: DiscardFailedTasksInput): Promise<ResolvedTasks> {
    return this.work.discardAll(user, input, input.reason);
  }

  /**
   * Read one failed task
   * @remarks Without its payload. 404 once it was retried.
   */
  @Get(':id')
  @ApiOkResponse({ type: FailedTaskRepresentation, description: 'The task', ...written(task) })
  getFailedTask(@RequestUser() user: SignedInUser, @PathId('id', 'failed task') id: string): Promise<FailedTaskRepresentation> {
    return this.work.show(user, id);
  }

  /**
   * Reveal the payload of a failed task
   * @remarks Super administrators only. It may contain personal data, so the audit log keeps who saw it and why.
   */
  @Post(':id/payload')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: ReasonInput, ...written({ reason: 'The shop asks which order is missing.' }) })
  @ApiOkResponse({ type: FailedTaskPayload, description: 'The payload', ...written(payload) })
  revealFailedTask(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'failed task') id: string,
    @Body() input: ReasonInput,
  ): Promise<FailedTaskPayload> {
    return this.work.reveal(user, id, input.reason);
  }

  /**
   * Retry a failed task
   * @remarks At once, with a new budget of attempts. Of concurrent requests one retries it, and the others are 404.
   * @returns It will be retried
   */
  @Post(':id/retry')
  @HttpCode(HttpStatus.NO_CONTENT)
  retryFailedTask(@RequestUser() user: SignedInUser, @PathId('id', 'failed task') id: string): Promise<void> {
    return this.work.retry(user, id);
  }

  /**
   * Discard a failed task
   * @remarks Super administrators only. Its work is never done, and its payload is gone.
   * @returns Discarded
   */
  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiBody({ type: ReasonInput, ...written({ reason }) })
  discardFailedTask(@RequestUser() user: SignedInUser, @PathId('id', 'failed task') id: string, @Body() input: ReasonInput): Promise<void> {
    return this.work.discard(user, id, input.reason);
  }
}
