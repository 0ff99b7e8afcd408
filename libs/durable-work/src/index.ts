export { deleteTasksOf, deleteUnheldTasks, deleteWaitingTasks, postponeUnheldTasks } from './delete-tasks';
export { DurableWork, type ConnectionTask, type Enqueue, type TaskOptions } from './durable-work';
export { DurableWorkModule, type AsyncDurableWorkOptions } from './durable-work.module';
export { eraseFailedWebhookBodies, eraseWebhookBody } from './erase-failed-bodies';
export { FairClaims } from './fair-claims';
export { FailedTasks, type FailedTask, type Alongside, type FailedPayload, type FailedTaskPage, type ResolvedBatch } from './failed-tasks';
export type { FailedTaskFilter } from './find-failed-tasks';
export { afterPages, afterRefusal, type MeasuredPages } from './shop-hosts/adapt-budget';
export { heldAt } from './shop-hosts/room-at-host';
export { changeBudget, deleteUnusedShopHosts, makeHostWait, openHost, readHostState, type HostState } from './shop-hosts/shop-hosts';
export { migrateQueues } from './migrate-queues';
export { Progress } from './progress';
export { removeDoneTasks } from './remove-done-tasks';
export { eraseFailedWebhook, eraseWaitingWebhook, readWebhookBody, taskTexts, webhooksNaming, type NamingWebhook } from './naming-webhooks';
export type { QueueLocation } from './queue-backend';
export { askedWaitMs } from './retry-policy';
export { AttemptFailed, TaskDeferred, TaskInterrupted, TaskPostponed, TaskYielded, UnrecoverableTaskError } from './task-errors';
export type { ReceivedWebhook, TaskAttempt, TaskHandler, TaskHandlers } from './task-handler';
export { taskNames, taskQueueNames, type TaskDefinition, type TaskName, type TaskPayloads, type TaskQueueName } from './task-map';
export { measureQueues } from './task-metrics';
export { TaskQueues } from './task-queues';
export { endsWithin } from './task-queue';
export { TaskRunner } from './task-runner';
export { TaskWorkersModule, type TaskHandlerClasses, type TaskWorkersOptions } from './task-workers.module';
export {
  findKeptTasks,
  findOtherTasks,
  findTaskState,
  hasOverdueTask,
  hasUnfinishedTask,
  hasWaitingTask,
  type TaskState,
} from './task-state';
export { credentialsHash, storeWebhooks, type WebhookDelivery } from './webhook-tasks';
export { readFailedWork, type FailedWork } from './failed-work-groups';
export { countWebhooks, readArrivedWebhooks, type ArrivedWebhooks } from './webhook-counts';
export { readWorkFigures, type WorkFigures } from './work-figures';
