import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ApiPage, written, type Page } from '@sync/http-api';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReasonInput } from '../connections/connections-input';
import { PathId } from '../path-id';
import {
  DiscardFailedTasksInput,
  exampleReason,
  FailedTaskRepresentation,
  FailedTasksFilterInput,
  ListFailedTasksInput,
  type FailedTaskPayload,
  type ResolvedTasks,
} from './failed-task-representation';
import { FailedWork } from './failed-work';

@ApiTags('Failed tasks')
@RequiresSession('work')
@Controller('api/admin/failed-tasks')
export class FailedTasksController {
  constructor(private readonly work: FailedWork) {}

  /**
   * List failed tasks
   * @remarks Newest first, without payloads. A support user sees tasks of connections that it sees in full.
   */
  @Get()
  @ApiPage(FailedTaskRepresentation)
  listFailedTasks(@RequestUser() user: SignedInUser, @Query() input: ListFailedTasksInput): Promise<Page<FailedTaskRepresentation>> {
    return this.work.list(user, input);
  }

  /**
   * Retry failed tasks by filter
   * @remarks A request retries 500 tasks at most, the newest first: repeat it with next_cursor as cursor until that is null. A support user
   * retries tasks of connections that it sees in full.
   * @returns How many are retried
   */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  retryFailedTasks(@RequestUser() user: SignedInUser, @Body() input: FailedTasksFilterInput): Promise<ResolvedTasks> {
    return this.work.retryAll(user, input);
  }

  /**
   * Discard failed tasks by filter
   * @remarks Super administrators only. A request discards 500 tasks at most, the newest first: repeat it with next_cursor as cursor until
   * that is null.
   * @returns How many are discarded
   */
  @Post('discard')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.OK)
  discardFailedTasks(@RequestUser() user: SignedInUser, @Body() input: DiscardFailedTasksInput): Promise<ResolvedTasks> {
    return this.work.discardAll(user, input, input.reason);
  }

  /**
   * Read one failed task
   * @remarks Without its payload. 404 once it was retried.
   * @returns The task
   */
  @Get(':id')
  getFailedTask(@RequestUser() user: SignedInUser, @PathId('id', 'failed task') id: string): Promise<FailedTaskRepresentation> {
    return this.work.show(user, id);
  }

  /**
   * Reveal the payload of a failed task
   * @remarks Super administrators only. It may contain personal data, so the audit log keeps who saw it and why.
   * @returns The payload
   */
  @Post(':id/payload')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: ReasonInput, ...written({ reason: 'The shop asks which order is missing.' }) })
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
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiBody({ type: ReasonInput, ...written({ reason: exampleReason }) })
  discardFailedTask(@RequestUser() user: SignedInUser, @PathId('id', 'failed task') id: string, @Body() input: ReasonInput): Promise<void> {
    return this.work.discard(user, id, input.reason);
  }
}
