import type { SystemCapability } from '@sync/records';

/** Payload of every task, by name. Payloads carry ids only: a queue, a log or an operator may see them. */
export interface TaskPayloads {
  /**
   * `thenSync`: the activated connection whose first syncs follow; null after a configuration save. `isMoved`: its shop has another address,
   * which its records may hold, so these syncs are full.
   */
  'derive-sync-rules': { tenantId: string; thenSync: string | null; isMoved?: boolean };
  'plan-sync-run': { syncRunId: string };
  /** The range that has the id of the task. `syncRunId`: its run, or the first of those that continue each other. */
  'fetch-page-range': { syncRunId: string };
  'finish-sync-run': { syncRunId: string };
  /** Deletes the records that the run's list no longer showed, once a user has confirmed it. */
  'delete-confirmed-records': { syncRunId: string };
  'examine-shop': { doctorRunId: string };
  /** Right after a handshake. */
  'check-access': { systemConnectionId: string };
  /** Says by mail whether the link to the shop is broken, where an address knows it otherwise. */
  'tell-of-link': { systemConnectionId: string };
  /** Takes a person out of everything that a tenant's shops have brought. */
  'erase-person': { erasureId: string };
  /** At most 100 records. */
  'refetch-records': { systemConnectionId: string; capability: SystemCapability; sourceIds: readonly string[] };
  /** The webhook itself stands in columns of the task's row. */
  'process-webhook': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

export const taskQueueNames = ['sync-rules', 'bulk-sync', 'page-ranges', 'webhooks', 'erasures', 'mails'] as const;
export type TaskQueueName = (typeof taskQueueNames)[number];

/** Their tasks do not wait for shops, so a few at once keep a processor core busy. More would only delay what other tenants do meanwhile. Mails all go to one server. */
const maxBusySlots: Partial<Record<TaskQueueName, number>> = { 'sync-rules': 2, webhooks: 4, erasures: 2, mails: 2 };

/** Of a queue in one worker. */
export interface QueueLimits {
  /** Tasks at once. */
  slots: number;
  /** Tasks of one claim: several only where each takes milliseconds. */
  claimsAtOnce: number;
  /** Its tasks keep a processor busy for seconds: a worker that has claimed one lets others go first. */
  isSpread: boolean;
}

/** Limits of a queue in one worker. `concurrency`: tasks at once of a queue whose tasks mostly wait. */
export function limitsOf(queue: TaskQueueName, concurrency: number): QueueLimits {
  const slots = Math.min(concurrency, maxBusySlots[queue] ?? concurrency);
  return { slots, claimsAtOnce: queue === 'webhooks' ? slots : 1, isSpread: queue === 'page-ranges' };
}

export interface TaskDefinition {
  queue: TaskQueueName;
  /** Attempts before the task has failed. */
  attempts: number;
  /** It counts as a request in flight to the host of its connection's shop, and waits until the host has room. */
  isAtShop?: true;
}

/** Every kind of task. Long work has a queue of its own, so short work never waits behind it. */
export const tasks = {
  'derive-sync-rules': { queue: 'sync-rules', attempts: 5 },
  'plan-sync-run': { queue: 'bulk-sync', attempts: 5, isAtShop: true },
  'fetch-page-range': { queue: 'page-ranges', attempts: 5, isAtShop: true },
  'finish-sync-run': { queue: 'bulk-sync', attempts: 5 },
  'delete-confirmed-records': { queue: 'bulk-sync', attempts: 5 },
  'examine-shop': { queue: 'bulk-sync', attempts: 3 },
  'check-access': { queue: 'bulk-sync', attempts: 3 },
  // The last attempts are a minute apart: an outage of the mail server may last for hours.
  'tell-of-link': { queue: 'mails', attempts: 400 },
  'erase-person': { queue: 'erasures', attempts: 5 },
  'refetch-records': { queue: 'bulk-sync', attempts: 5 },
  'process-webhook': { queue: 'webhooks', attempts: 5 },
} as const satisfies Record<TaskName, TaskDefinition>;

export const taskNames = Object.keys(tasks) as TaskName[];

export function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

/** Those with tasks that wait for room at a shop's host. */
export const queuesAtShops: readonly TaskQueueName[] = [
  ...new Set(taskNames.filter((name) => 'isAtShop' in tasks[name]).map((name) => tasks[name].queue)),
];
