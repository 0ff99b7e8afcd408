import { failureOf, type FailureKind } from '../service/failure';
import type { ServiceResponse } from '../service/request';

/** Why a request of the user failed. */
export interface ConnectorFailure {
  /** The key of a text. */
  kind: FailureKind;
  /** No retry before: ms since 1970 by the clock of this machine. */
  until: number;
  /** The shop that it was about; empty for none. */
  shop: string;
  /** What the user wanted: the key of the button's text. */
  action: string;
}

export function connectorFailureOf(response: ServiceResponse, now: number, action: string, shop = ''): ConnectorFailure {
  const { kind, waitMs } = failureOf(response, { 403: 'refused' as const });
  return { kind, until: waitMs && now + waitMs, shop, action };
}
