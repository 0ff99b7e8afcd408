import type { Answer } from '../service/ask';
import { troubleOf as commonTroubleOf, type CommonTrouble } from '../service/trouble';

/** Why what the user asked for came to nothing. */
export interface Trouble {
  /** The key of a text. */
  kind: CommonTrouble | 'system';
  /** Asking again is of use from then on: ms since 1970 by the clock of this machine. */
  until: number;
}

export function troubleOf(answer: Answer, now: number): Trouble {
  const { kind, waitMs } = commonTroubleOf(answer, { 403: 'refused', 422: 'system' });
  return { kind, until: waitMs && now + waitMs };
}
