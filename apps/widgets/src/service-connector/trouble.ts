import type { Answer } from '../service/ask';

/** Each is the key of a text. */
export type TroubleKind = 'unreachable' | 'busy' | 'refused' | 'system' | 'failed';

/** Why what the user asked for came to nothing. */
export interface Trouble {
  kind: TroubleKind;
  /** Asking again is of use from then on: ms since 1970 by the clock of this machine. */
  until: number;
}

/** For a service that is busy and does not say how long. */
const usualPauseMs = 10_000;

const kinds: Record<number, TroubleKind> = { 0: 'unreachable', 401: 'refused', 403: 'refused', 422: 'system', 429: 'busy' };

export function troubleOf({ status, retryAfterMs }: Answer, now: number): Trouble {
  const kind = kinds[status] ?? 'failed';
  return { kind, until: kind === 'busy' ? now + (retryAfterMs ?? usualPauseMs) : 0 };
}
