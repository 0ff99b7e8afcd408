import type { FailedTask } from '../api/representations';
import type { Action } from '../ui/action';

/** Without a question, because a retry destroys nothing. */
export const retryTask: Action<FailedTask> = {
  label: 'failed.retry',
  done: 'failed.retried',
  request: ({ id }) => ['POST', `failed-tasks/${id}/retry`],
};

export const discardTask: Action<FailedTask> = {
  label: 'failed.discard',
  title: 'failed.discardTitle',
  text: 'failed.discardText',
  done: 'failed.discarded',
  isDangerous: true,
  needsReason: true,
  request: ({ id }) => ['DELETE', `failed-tasks/${id}`],
};
