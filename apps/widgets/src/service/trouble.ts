import type { Answer } from './ask';

/** Why what the user asked for came to nothing; each is the key of a text of both widgets. */
export type CommonTrouble = 'unreachable' | 'busy' | 'refused' | 'failed';

/** For a service that gets too many requests and does not say how long to wait. */
const usualPauseMs = 10_000;

const common: Record<number, CommonTrouble> = { 0: 'unreachable', 401: 'refused' };

/**
 * One rule for both widgets. `own`: what a widget says about other statuses. `waitMs`: asking again is of no use before; 429 and 503 say so with
 * "Retry-After".
 */
export function troubleOf<Own extends string>(
  { status, retryAfterMs }: Answer,
  own: Readonly<Record<number, Own>>,
): { kind: CommonTrouble | Own; waitMs: number } {
  const told = status === 429 ? (retryAfterMs ?? usualPauseMs) : status === 503 && retryAfterMs;
  return { kind: told ? 'busy' : (own[status] ?? common[status] ?? 'failed'), waitMs: told || 0 };
}
