import { IntegrationRequestException } from '@sync/integration-contract';
import { loggableError } from '@sync/records';
import { TaskError } from './task-errors';

/** Why a task failed, safe to store and show. Messages of integrations and tasks are written for that; of other errors it shows only the name. */
export function safeReason(error: unknown): string {
  if (error instanceof IntegrationRequestException || error instanceof TaskError) return error.message.slice(0, 1_000);
  return `Unexpected failure (${loggableError(error).name})`;
}
