import type { Logger } from '@nestjs/common';
import type { OnFailure } from '@sync/connections';
import { loggableError } from '@sync/records';

/** Logs a line for each connection that fails. */
export function logFailure(logger: Logger, msg: string): OnFailure {
  return (connectionId, error) => logger.warn({ msg, connectionId, error: loggableError(error) });
}
