import { failureOf, type FailureKind } from '../service/failure';
import type { ServiceResponse } from '../service/request';

/** Why a request of the user failed. */
export interface ConnectorFailure {
  /** The key of a text. */
  kind: FailureKind | 'system';
  /** No retry before: ms since 1970 by the clock of this machine. */
  until: number;
}

export function connectorFailureOf(response: ServiceResponse, now: number): ConnectorFailure {
  const { kind, waitMs } = failureOf(response, { 403: 'refused', 422: 'system' });
  return { kind, until: waitMs && now + waitMs };
}
