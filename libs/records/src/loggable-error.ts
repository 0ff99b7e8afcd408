import { types } from 'node:util';

/** What may be logged of an error: never its members, which can hold a request with its headers, nor its message, which can hold an address. */
export interface LoggableError {
  name: string;
  code?: string;
  /** Of an answer over HTTP. */
  status?: number;
  /** Where it was thrown: `at … (file:line:column) < at …`, the innermost first. */
  stack?: string;
}

const plain = /^[\w.-]{1,64}$/;
const place = /^\s+at .*(:\d+:\d+|<anonymous>|native)\)?$/;
const mostPlaces = 12;

export function loggableError(error: unknown): LoggableError {
  if (!isError(error)) return { name: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  const stack = placesOf(error);
  return {
    name: error.name,
    ...(typeof code === 'string' && plain.test(code) && { code }),
    ...(typeof status === 'number' && { status }),
    ...(stack !== '' && { stack }),
  };
}

/** Errors of Node itself are not instances of this realm's Error everywhere: in a sandbox they come from outside. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** Without the message, with which a stack begins and which can have lines of its own. */
function placesOf({ message, stack = '' }: Error): string {
  const told = message !== '' && stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  const places = told.split('\n').filter((line) => place.test(line));
  return places
    .slice(0, mostPlaces)
    .map((line) => line.trim())
    .join(' < ');
}
