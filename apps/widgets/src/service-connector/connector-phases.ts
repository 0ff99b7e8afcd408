export type Phase = 'initializing' | 'instructing' | 'connected';

export interface PhaseFacts {
  /** From the page or from the initialisation. */
  tenantId: string | undefined;
  isDirect: boolean;
  /** The poll saw a pending connection of this element become active. */
  isRegistered: boolean;
}

/** Derives the phase instead of storing it, so it cannot contradict the facts (docs/reference/widgets.md). */
export function phaseOf({ tenantId, isDirect, isRegistered }: PhaseFacts): Phase {
  if (!tenantId) return 'initializing';
  return isDirect || isRegistered ? 'connected' : 'instructing';
}

/** A direct system needs no plugin: there is no `connection`, or it equals `system`. */
export function isDirectSystem(system: string | undefined, connection: string | undefined): boolean {
  return !connection || connection === system;
}
