import type { Logger } from '@nestjs/common';
import type { TellFailure } from '@sync/domain';
import { loggableError } from '@sync/records';

/** A line in the log for each connection that failed. */
export function tellIn(logger: Logger, msg: string): TellFailure {
  return (connectionId, error) => logger.warn({ msg, connectionId, error: loggableError(error) });
}
