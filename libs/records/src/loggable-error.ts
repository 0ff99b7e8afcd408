import { types } from 'node:util';
import { stackFrames } from './stack-frames';

/** The part of an error that is safe to log. Its members may hold a request with headers and its message an address, so both stay out. */
export interface LoggableError {
  name: string;
  code?: string;
  /** HTTP status. */
  status?: number;
  /** `at … (file:line:column) < at …`, innermost frame first. */
  stack?: string;
}

const plainCode = /^[\w.-]{1,64}$/;
const maxFrames = 12;

export function loggableError(error: unknown): LoggableError {
  if (!isError(error)) return { name: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  const stack = stackFrames(error)
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join(' < ');
  return {
    name: error.name,
    ...(typeof code === 'string' && plainCode.test(code) && { code }),
    ...(typeof status === 'number' && { status }),
    ...(stack !== '' && { stack }),
  };
}

/** In a sandbox (such as Jest's), Node's own errors come from another realm, so `instanceof` alone misses them. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
