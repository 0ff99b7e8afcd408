import { IntegrationRequestException } from '@sync/integration-contract';

/** Epoch milliseconds of an export's `modifiedAfter`. A time without offset is UTC. */
export function parseModifiedAfter(modifiedAfter: string): number {
  const hasOffset = /[zZ]|[+-]\d\d:?\d\d$/.test(modifiedAfter) || !modifiedAfter.includes('T');
  const instant = Date.parse(hasOffset ? modifiedAfter : `${modifiedAfter}Z`);
  if (Number.isNaN(instant)) throw new IntegrationRequestException('The instant to export from is not an ISO 8601 date.');
  return instant;
}
