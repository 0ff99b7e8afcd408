export type Phase = 'initializing' | 'instructing' | 'connected';

/** All that decides the phase. */
export interface PhaseFacts {
  /** Given by the page or created by the initialisation. */
  tenantId: string | undefined;
  isDirect: boolean;
  /** A pending connection of this element was seen active. */
  isRegistered: boolean;
}

/**
 * | Phase        | Trigger                                                                                                   |
 * | ------------ | --------------------------------------------------------------------------------------------------------- |
 * | initializing | On mount with no tenant-id prop                                                                           |
 * | instructing  | Init completed, or a tenant-id prop was present                                                           |
 * | connected    | Init created an active connection with no plugin (direct system), or polling sees status active           |
 *
 * "For direct systems it is shown immediately and phase 2 is not needed." A phase that follows from facts cannot contradict them.
 */
export function phaseOf({ tenantId, isDirect, isRegistered }: PhaseFacts): Phase {
  if (!tenantId) return 'initializing';
  return isDirect || isRegistered ? 'connected' : 'instructing';
}

/** "Without `connection`, or with connection equal to system, no plugin is needed." */
export function isDirectSystem(system: string | undefined, connection: string | undefined): boolean {
  return !connection || connection === system;
}
