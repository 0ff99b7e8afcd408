import { Injectable } from '@nestjs/common';
import { workScope } from '@sync/domain';
import { FailedTasks, TaskQueues, type Alongside, type FailedTask, type FailedTaskFilter, type ResolvedBatch } from '@sync/durable-work';
import { readCursor, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { recordAudit, type AuditEntry } from '@sync/identity';
import { DataSource } from 'typeorm';
import { ConnectionAccess } from '../access/connection-access';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { readWorkPlaces, type WorkPlace } from '../work/work-place-representation';
import {
  presentFailedTask,
  presentPayload,
  type FailedTaskPayload,
  type FailedTaskRepresentation,
  type FailedTasksFilterInput,
  type ListFailedTasksInput,
  type ResolvedTasks,
} from './failed-task-representation';

const list = 'failed-tasks';
const noSuchTask = () => noSuch('failed task');

/**
 * Work that failed permanently. Throws Problem: 404 for a task that is not failed (any more) or whose connection the user does not see,
 * 403 for status only.
 */
@Injectable()
export class FailedWork {
  private readonly failed: FailedTasks;

  constructor(
    private readonly dataSource: DataSource,
    queues: TaskQueues,
    private readonly access: ConnectionAccess,
  ) {
    this.failed = new FailedTasks(dataSource, queues);
  }

  /** Newest first. */
  async list(user: SignedInUser, input: ListFailedTasksInput): Promise<Page<FailedTaskRepresentation>> {
    const { tasks, next } = await this.failed.list(filterOf(user, input), input.limit, afterOf(input));
    const places = await this.placesOf(tasks);
    const data = tasks.map((task) => presentFailedTask(task, places.get(task.systemConnectionId ?? '') ?? null));
    return { data, next_cursor: cursorOf(next) };
  }

  async show(user: SignedInUser, id: string): Promise<FailedTaskRepresentation> {
    const task = await this.find(user, id);
    return presentFailedTask(task, (await this.placesOf([task])).get(task.systemConnectionId ?? '') ?? null);
  }

  /** May contain personal data of a shop's customers. */
  async reveal(user: SignedInUser, id: string, reason: string): Promise<FailedTaskPayload> {
    const task = await this.find(user, id);
    const revealed = await this.failed.reveal(id, this.audit(user, { action: 'failed_task.reveal', reason, task }));
    if (!revealed) throw noSuchTask();
    return presentPayload(revealed.reveal());
  }

  async retry(user: SignedInUser, id: string): Promise<void> {
    const task = await this.find(user, id);
    if (!(await this.failed.retry(id, this.audit(user, { action: 'failed_task.retry', task })))) throw noSuchTask();
  }

  async discard(user: SignedInUser, id: string, reason: string): Promise<void> {
    const task = await this.find(user, id);
    if (!(await this.failed.discard(id, this.audit(user, { action: 'failed_task.discard', reason, task })))) throw noSuchTask();
  }

  async retryAll(user: SignedInUser, filter: FailedTasksFilterInput): Promise<ResolvedTasks> {
    const alongside = this.audit(user, { action: 'failed_task.retry_all', filter: filterMembers(filter) });
    return presentBatch(await this.failed.retryBatch(filterOf(user, filter), { after: afterOf(filter), alongside }));
  }

  async discardAll(user: SignedInUser, filter: FailedTasksFilterInput, reason: string): Promise<ResolvedTasks> {
    const alongside = this.audit(user, { action: 'failed_task.discard_all', reason, filter: filterMembers(filter) });
    return presentBatch(await this.failed.discardBatch(filterOf(user, filter), { after: afterOf(filter), alongside }));
  }

  private async find({ viewer }: SignedInUser, id: string): Promise<FailedTask> {
    const task = await this.failed.show(id);
    if (!task) throw noSuchTask();
    await this.access.requireFullForWork(viewer, task.systemConnectionId, noSuchTask());
    return task;
  }

  /** One entry for a task or for the part that a filter matched. */
  private audit(
    { origin }: SignedInUser,
    {
      action,
      reason,
      task,
      filter,
    }: Pick<AuditEntry, 'action' | 'reason'> & { task?: FailedTask; filter?: ReturnType<typeof filterMembers> },
  ): Alongside {
    return async (manager, ids) => {
      const object = { type: 'failed_task', id: task?.id ?? null } as const;
      const of = task ? { name: task.name, connection_id: task.systemConnectionId } : filter;
      await recordAudit(manager, { ...origin, action, object, reason, before: of, after: task ? undefined : { count: ids.length, ids } });
    };
  }

  private placesOf(tasks: readonly FailedTask[]): Promise<Map<string, WorkPlace>> {
    return readWorkPlaces(
      this.dataSource,
      tasks.flatMap(({ systemConnectionId }) => systemConnectionId ?? []),
    );
  }
}

function afterOf({ cursor }: FailedTasksFilterInput): string | null {
  return cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
}

const cursorOf = (next: string | null): string | null => (next === null ? null : writeCursor(list, next));

const presentBatch = ({ count, next }: ResolvedBatch): ResolvedTasks => ({ count, has_more: next !== null, next_cursor: cursorOf(next) });

function filterOf({ viewer }: SignedInUser, input: FailedTasksFilterInput): FailedTaskFilter {
  const { tenant_id: tenantId, connection_id: connectionId, queue, name } = input;
  return { scope: workScope(viewer, { tenantId, connectionId }), queue, name };
}

/** For the audit log. */
const filterMembers = ({ tenant_id, connection_id, queue, name }: FailedTasksFilterInput) => ({ tenant_id, connection_id, queue, name });
