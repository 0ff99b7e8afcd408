import { IntegrationRequestException } from '@sync/integration-contract';
import { loggableError } from '@sync/records';
import { lacksConnection, postgresCode } from '@sync/postgres';
import { TaskError } from './task-errors';

const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Why a task failed, safe to store and show. Messages of integrations and tasks are written for that. Of other errors, whose messages may
 * hold anything, it shows the kind: the worker's log says where they came from.
 */
export function safeReason(error: unknown): string {
  if (error instanceof IntegrationRequestException || error instanceof TaskError) return error.message.slice(0, 1_000);
  if (lacksConnection(error)) return `There was no connection to Postgres (${postgresCode(error) || 'it was closed'}).`;
  const { name, code } = loggableError(error);
  const kind = sqlState.test(postgresCode(error))
    ? `Postgres refused a statement, ${postgresCode(error)}`
    : [name, code].filter(Boolean).join(', ');
  return `Unexpected failure (${kind}). The worker's log says where.`;
}
