import { stackFrames } from '@sync/records';
import { IntegrationRequestException, InvalidIntegrationResponseException } from './exceptions';

/** Thrown by the default webhook handler. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/**
 * Wraps any failure that is not an IntegrationRequestException yet. Message and cause are dropped, because errors of other
 * libraries carry addresses, headers and credentials; the error's name and its stack frames are kept.
 */
export function asIntegrationException(error: unknown): IntegrationRequestException {
  if (error instanceof IntegrationRequestException) return error;
  const wrapped = new InvalidIntegrationResponseException(describe(error));
  const frames = error instanceof Error ? stackFrames(error) : [];
  if (frames.length > 0) wrapped.stack = [`${wrapped.name}: ${wrapped.message}`, ...frames].join('\n');
  return wrapped;
}

function describe(error: unknown): string {
  if (error instanceof NotImplementedError) return error.message;
  const name = error instanceof Error && namePattern.test(error.name) ? error.name : 'not an error object';
  return `The integration failed unexpectedly (${name}).`;
}
