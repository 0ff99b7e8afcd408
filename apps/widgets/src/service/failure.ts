import type { ServiceResponse } from './request';

/** Why a request failed; each kind is the key of a text. */
export type FailureKind = 'unreachable' | 'busy' | 'refused' | 'failed';

/** For a 429 without `Retry-After`. */
const defaultWaitMs = 10_000;

const kinds: Record<number, FailureKind> = { 0: 'unreachable', 401: 'refused' };

/** `ownKinds`: how one widget reads other statuses. `waitMs`: no retry before; only 429 and 503 can ask for that. */
export function failureOf<Own extends string>(
  { status, retryAfterMs }: ServiceResponse,
  ownKinds: Readonly<Record<number, Own>>,
): { kind: FailureKind | Own; waitMs: number } {
  const waitMs = status === 429 ? (retryAfterMs ?? defaultWaitMs) : status === 503 && retryAfterMs;
  return { kind: waitMs ? 'busy' : (ownKinds[status] ?? kinds[status] ?? 'failed'), waitMs: waitMs || 0 };
}
