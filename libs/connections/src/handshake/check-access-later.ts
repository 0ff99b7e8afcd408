import { hasWaitingTask, type Enqueue } from '@sync/durable-work';
import type { EntityManager } from 'typeorm';

/** Lets a worker see whether the shop's key opens what exports read. A check that waits already reads the same credentials. */
export async function checkAccessLater(
  manager: EntityManager,
  enqueue: Enqueue,
  systemConnectionId: string,
  requestId?: string,
): Promise<void> {
  const payload = { systemConnectionId };
  if (!(await hasWaitingTask(manager, 'check-access', payload))) await enqueue('check-access', payload, { systemConnectionId, requestId });
}
