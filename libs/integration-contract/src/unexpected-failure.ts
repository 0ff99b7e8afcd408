import { IntegrationRequestException, InvalidIntegrationResponseException } from './exceptions';

/** What the contract's default webhook handler raises. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/**
 * "Any failure that is not already an IntegrationRequestException is re-raised as InvalidIntegrationResponseException."
 * Its message and cause are not kept: those of other libraries carry addresses, headers and credentials. What it was and
 * where it happened are.
 */
export function asIntegrationException(error: unknown): IntegrationRequestException {
  if (error instanceof IntegrationRequestException) return error;
  const wrapped = new InvalidIntegrationResponseException(describe(error));
  const frames = error instanceof Error ? codeFrames(error) : '';
  if (frames !== '') wrapped.stack = `${wrapped.name}: ${wrapped.message}\n${frames}`;
  return wrapped;
}

function describe(error: unknown): string {
  if (error instanceof NotImplementedError) return error.message;
  const name = error instanceof Error && namePattern.test(error.name) ? error.name : 'not an error object';
  return `The integration failed unexpectedly (${name}).`;
}

/** The stack behind its head, which repeats the message; nothing when the message cannot be found in it and so cannot be cut off. */
function codeFrames({ message, stack }: Error): string {
  if (typeof stack !== 'string') return '';
  const messageAt = stack.indexOf(message);
  const framesAt = messageAt === -1 ? -1 : stack.indexOf('\n', messageAt + message.length);
  return framesAt === -1 ? '' : stack.slice(framesAt + 1);
}
