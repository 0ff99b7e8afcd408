export { DurableWork, type ConnectionTask, type Enqueue, type TaskOptions } from './durable-work';
export { DurableWorkModule, type AsyncDurableWorkOptions } from './durable-work.module';
export { FailedTasks, type FailedTask, type FailedTaskFilter, type FailedTaskPage } from './failed-tasks';
export type { QueueLocation } from './queue-backend';
export { TaskInterrupted, TaskDeferred, UnrecoverableTaskError } from './task-errors';
export type { TaskAttempt, TaskHandler, TaskHandlers } from './task-handler';
export {
  taskDependents,
  taskNames,
  taskQueueNames,
  type TaskDefinition,
  type TaskName,
  type TaskPayloads,
  type TaskQueueName,
} from './task-map';
export { TaskQueues } from './task-queues';
export { TaskReconciler } from './task-reconciler';
export { TaskWorkersModule, type TaskHandlerClasses, type TaskWorkersOptions } from './task-workers.module';
export { hasUnfinishedTask } from './unfinished-tasks';
export { credentialsHash, findWebhook, storeWebhooks, type StoredWebhook, type WebhookDelivery } from './webhook-tasks';
