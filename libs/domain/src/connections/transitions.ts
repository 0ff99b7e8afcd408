export const connectionStatuses = ['active', 'pending', 'error', 'inactive', 'disconnected', 'uninstalled'] as const;
export type SystemConnectionStatus = (typeof connectionStatuses)[number];

/** It serves, also while its shop fails: webhooks are kept and processed, rules are derived for it, callers read its records. */
export const servingStatuses = ['active', 'error'] as const;
/** It serves, or waits for its handshake. */
export const liveStatuses = [...servingStatuses, 'pending'] as const;
/** It is connected, or can be again: its handshake is over, and no newer connection replaced it. */
export const linkedStatuses = [...servingStatuses, 'disconnected'] as const;
/** It is live, or can be again. */
export const presentStatuses = [...liveStatuses, 'disconnected'] as const;
/** It is not uninstalled, though a newer connection may have replaced it. */
export const installedStatuses = [...presentStatuses, 'inactive'] as const;

export function isServing(status: SystemConnectionStatus): boolean {
  return (servingStatuses as readonly SystemConnectionStatus[]).includes(status);
}

/** SQL of the same. `row`: of system_connections. */
export function servesNow(row: string): string {
  return `${row}.status in ('${servingStatuses.join("', '")}') and ${row}.deleted_at is null`;
}

/** Why a connection is not in use, for people: what failed, since when, and what to do. */
export interface StatusReason {
  /** Stable name for programs: `shop_unreachable`. */
  code: string;
  message: string;
  /** ISO 8601, UTC. */
  since: string;
}

/** `(new)`: the connection does not exist yet. */
type From = SystemConnectionStatus | '(new)';

/** `(deleted)`: it does not exist any more, or is marked so. */
type To = SystemConnectionStatus | '(deleted)';

interface Transition {
  from: readonly From[];
  to: To;
  /** Why the connection is out of service then, where the move alone says it. */
  because?: Omit<StatusReason, 'since'>;
}

/**
 * The state table of the specification, completed by the contract. Every change of a status goes through it.
 * A breaker can open only for a connection that is being synced, an active one. If the connection ended meanwhile, that stands.
 */
export const transitions = {
  'direct initialisation': { from: ['(new)'], to: 'active' },
  'plugin registration': { from: ['(new)', 'pending'], to: 'pending' },
  'tenant initiation': { from: ['(new)'], to: 'pending' },
  'caller finalisation': { from: ['pending'], to: 'active' },
  'plugin finalisation': { from: ['pending'], to: 'active' },
  'breaker opened': {
    from: ['active'],
    to: 'error',
    because: { code: 'shop_unreachable', message: 'The shop cannot be reached. Reconnect it once it responds again.' },
  },
  'retired by reconnect': {
    from: [...linkedStatuses, 'inactive'],
    to: 'inactive',
    because: { code: 'replaced', message: 'A newer connection to the same shop replaced this one. Use that one.' },
  },
  deactivation: {
    from: liveStatuses,
    to: 'inactive',
    because: { code: 'deactivated', message: 'The connection was switched off. Connect the shop again to use it.' },
  },
  disconnection: {
    from: liveStatuses,
    to: 'disconnected',
    because: { code: 'disconnected', message: 'The shop was disconnected. It can be reconnected until its grace deadline.' },
  },
  reconnection: { from: ['disconnected', 'error'], to: 'active' },
  'credential renewal': { from: linkedStatuses, to: 'active' },
  'address change': { from: linkedStatuses, to: 'active' },
  uninstallation: { from: installedStatuses, to: 'uninstalled' },
  abandonment: { from: ['pending'], to: '(deleted)' },
  'end of grace': { from: ['disconnected'], to: '(deleted)' },
} as const satisfies Record<string, Transition>;

export type TransitionTrigger = keyof typeof transitions;

/** In the timeline it is no move: the status stays. */
export const copyIgnored = 'webhooks of a copy ignored';

/** The same: the owner may reconnect. */
export const reachableAgain = 'shop reachable again';

/** The same: an endpoint of the connection's webhooks takes no events. */
export type EndpointNotice = 'webhook endpoint failing' | 'webhook endpoint disabled';

/** What the timeline gives as the reason of an entry. */
export type TimelineReason = TransitionTrigger | typeof copyIgnored | typeof reachableAgain | EndpointNotice;

/** After these the connection is still there. */
export type MoveTrigger = Exclude<TransitionTrigger, 'abandonment' | 'end of grace'>;

/** The move is not in the state table. */
export class IllegalTransition extends Error {
  constructor(
    readonly from: From,
    readonly trigger: TransitionTrigger,
  ) {
    super(`A connection that is ${from} allows no ${trigger}`);
    this.name = 'IllegalTransition';
  }
}

/** The status that the trigger leads to. Throws IllegalTransition when the table has no such row. */
export function nextStatus<T extends TransitionTrigger>(from: From, trigger: T): (typeof transitions)[T]['to'] {
  const row: { from: readonly From[]; to: (typeof transitions)[T]['to'] } = transitions[trigger];
  if (!row.from.includes(from)) throw new IllegalTransition(from, trigger);
  return row.to;
}

/** Null for a move into service or towards it. `because`: where the move alone does not say it. */
export function statusReason(trigger: TransitionTrigger, at: Date, because?: Transition['because']): StatusReason | null {
  const { because: always }: Transition = transitions[trigger];
  const reason = because ?? always;
  return reason ? { ...reason, since: at.toISOString() } : null;
}
