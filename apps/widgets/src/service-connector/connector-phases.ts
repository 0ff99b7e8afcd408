export type Phase =
  | 'initializing'
  /** It is not known yet whether shops are connected. */
  | 'loading'
  /** Shows the shops that are connected. */
  | 'linked'
  | 'instructing'
  | 'connected';

export interface PhaseFacts {
  /** From the page or from the initialisation. */
  tenantId: string | undefined;
  isDirect: boolean;
  /** The poll saw a pending connection of this element become active. */
  isRegistered: boolean;
  /** The user connects another shop, or a handshake goes on. */
  isConnecting: boolean;
  /** How many are connected; undefined: not known yet. */
  shops: number | undefined;
}

/** Derives the phase instead of storing it, so it cannot contradict the facts (docs/embedding.md). */
export function phaseOf({ tenantId, isDirect, isRegistered, isConnecting, shops }: PhaseFacts): Phase {
  if (!tenantId) return 'initializing';
  if (isDirect || isRegistered) return 'connected';
  if (isConnecting || shops === 0) return 'instructing';
  return shops ? 'linked' : 'loading';
}

/** A direct system needs no plugin: there is no `connection`, or it equals `system`. */
export function isDirectSystem(system: string | undefined, connection: string | undefined): boolean {
  return !connection || connection === system;
}
