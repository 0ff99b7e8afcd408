/** What may be logged of an error: never its properties, which can hold a request with its headers, nor the text of a library. */
export interface LoggableError {
  name: string;
  code?: string;
  status?: number;
  stack?: string;
}

const plain = /^[\w.-]{1,64}$/;

export function loggableError(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    name: error.name,
    ...(typeof code === 'string' && plain.test(code) && { code }),
    ...(typeof status === 'number' && { status }),
    stack: placesOf(error),
  };
}

/** Where it was thrown, without the message that the first lines of a stack repeat. */
function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
    .join(' < ');
}
