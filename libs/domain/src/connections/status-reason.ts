import type { TransitionTrigger } from './transitions';

/** Why a connection is not in use, for people: what failed, since when, and what to do. */
export interface StatusReason {
  /** Stable name for programs: `shop_unreachable`. */
  code: string;
  message: string;
  /** ISO 8601, UTC. */
  since: string;
}

/** Reasons that follow from the move alone. */
const reasons: Partial<Record<TransitionTrigger, Omit<StatusReason, 'since'>>> = {
  'breaker opened': { code: 'shop_unreachable', message: 'Too many calls to the shop failed. Reconnect it once it responds again.' },
  disconnection: { code: 'disconnected', message: 'The shop was disconnected. It can be reconnected until its grace deadline.' },
  'retired by reconnect': { code: 'replaced', message: 'A newer connection to the same shop replaced this one. Use that one.' },
  deactivation: { code: 'deactivated', message: 'The connection was switched off. Connect the shop again to use it.' },
};

/** Null for a move into service or towards it. */
export function statusReason(trigger: TransitionTrigger, at: Date, because = reasons[trigger]): StatusReason | null {
  return because ? { ...because, since: at.toISOString() } : null;
}
