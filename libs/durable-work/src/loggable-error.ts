import { types } from 'node:util';
import { IntegrationRequestException } from '@sync/integration-contract';
import { TaskError } from './task-errors';

export interface LoggableError {
  name: string;
  code?: string;
  status?: number;
}

/** What a log may say of an error: never its message or its members, which can carry addresses and credentials. */
export function loggableError(error: unknown): LoggableError {
  if (!isError(error)) return { name: typeof error };
  const { code } = error as { code?: unknown };
  const status = error instanceof IntegrationRequestException ? error.status : null;
  return { name: error.name, ...(typeof code === 'string' && { code }), ...(status !== null && { status }) };
}

/** Errors of Node itself are not instances of this realm's Error everywhere: in a sandbox they come from outside. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** Why a task failed, in words that are safe to store and to show: exceptions of integrations are written for it, of others only the name is told. */
export function safeReason(error: unknown): string {
  if (error instanceof IntegrationRequestException || error instanceof TaskError) return error.message.slice(0, 1_000);
  return `Unexpected failure (${loggableError(error).name})`;
}
