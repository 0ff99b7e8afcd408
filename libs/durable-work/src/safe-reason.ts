import { IntegrationRequestException } from '@sync/integration-contract';
import { loggableError } from '@sync/records';
import { TaskError } from './task-errors';

/** Why a task failed, in words that are safe to store and to show: exceptions of integrations are written for it, of others only the name is told. */
export function safeReason(error: unknown): string {
  if (error instanceof IntegrationRequestException || error instanceof TaskError) return error.message.slice(0, 1_000);
  return `Unexpected failure (${loggableError(error).name})`;
}
